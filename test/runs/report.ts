import { runScenario, type Scenario } from "./harness.ts";

/** The request for the visitors of the week. */
export const route =
  "GET /v1/analytics/acme/visitors?dateFrom=2026-11-09&dateTo=2026-11-16&limit=250&offset=0";
const totals = { human: 90, ai: 10, total: 100 };
export const row = { path: "/start", ...totals };

/** A report on the newest week alone, without signals; `answer` is what differs in the one page of visitors. */
export function report({
  answer,
  service,
  with: inputs,
  ...more
}: Scenario & { answer?: object } = {}) {
  const json = { totals, visitors: [row], hasMore: false, ...answer };
  const alone = { mode: "visitors", compare: "false", trend: "0", signals: "none" };
  return runScenario({
    ...more,
    service: { [route]: [{ json }], ...service },
    with: { ...alone, ...inputs },
  });
}
