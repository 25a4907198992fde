import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe } from "vitest";
import { startStep } from "../runner/runner.ts";
import { canMakeCertificates, makeCertificates } from "../service/certificates.ts";
import { startProxy } from "../service/local-proxy.ts";
import { answer } from "../service/local-server.ts";
import { key, test, token, World } from "./world.ts";

const done = answer(200, {
  id: "job_7f3a",
  status: "completed",
  prLink: "https://github.com/octo/docs/pull/3",
});

describe.concurrent("the bundle", () => {
  test("spaces its writes at GitHub and waits for what failed as production does", async ({
    at,
    expect,
  }) => {
    at.reply("GET", "/job/", done);
    at.reply("GET", "/permission", answer(502, {}), 1);
    at.reply("POST", "/job", answer(503, {}, { "retry-after": "2" }), 1);
    const begin = performance.now();
    const { exitCode, outputs } = await startStep(at.commandStep()).done;
    expect([exitCode, outputs["result"]]).toEqual([0, "pull-request"]);
    expect([at.requests("GET", "/permission"), at.requests("POST", "/job")]).toMatchObject([
      [{}, {}],
      [{}, {}],
    ]);
    const writes = at
      .arrivals()
      .filter(({ method, url }) => url.startsWith("/github") && method !== "GET");
    expect(writes.length).toBeGreaterThanOrEqual(4);
    // A second for GitHub's failure, two that the service asks for, and three between the writes, on the run's own clock.
    expect(performance.now() - begin).toBeGreaterThan(5900);
  });

  test.skipIf(!canMakeCertificates)(
    "reaches the service and GitHub through the proxy, which sees neither key nor token",
    async ({ at, expect, onTestFinished }) => {
      const { authority, server } = makeCertificates(["DNS:docs.test", "DNS:ghe.test"]);
      const folder = mkdtempSync(join(tmpdir(), "docs-agent-proxy-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      writeFileSync(join(folder, "ca.pem"), authority);
      const secure = await World.start(server);
      onTestFinished(() => secure.close());
      secure.reply("GET", "/job/", done);
      const proxy = await startProxy({ to: Number(new URL(secure.url).port) });
      onTestFinished(proxy.close);
      const step = secure.commandStep(
        { "base-url": "https://docs.test/service" },
        {
          GITHUB_API_URL: "https://ghe.test/github",
          HTTPS_PROXY: proxy.url,
          NODE_EXTRA_CA_CERTS: join(folder, "ca.pem"),
        },
      );
      const { exitCode, outputs, stderr } = await startStep(step).done;
      expect([exitCode, outputs["result"], stderr]).toEqual([0, "pull-request", ""]);
      const targets = proxy.asked.map(({ target }) => target);
      expect([...new Set(targets)].sort()).toEqual(["docs.test:443", "ghe.test:443"]);
      expect(proxy.seen.join("\n")).not.toMatch(new RegExp(`${key}|${token}`));
      const authorizations = secure
        .arrivals()
        .map(({ url, headers }) => `${url.split("/")[1]} ${headers.authorization}`);
      expect([...new Set(authorizations)].sort()).toEqual([
        `github token ${token}`,
        `service Bearer ${key}`,
      ]);
      expect(at.arrivals()).toEqual([]);
    },
  );
});
