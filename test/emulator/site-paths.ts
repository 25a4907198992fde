/** Who reads a page: a search page of people, a file made for machines, or both. */
export type Readers = "everybody" | "people" | "machines";

// What every documentation site has, roughly by how much it is read.
const FRONT = `
  / quickstart guides/authentication api-reference/introduction llms.txt sdks/typescript guides/webhooks
  api-reference/openapi.json sdks/python introduction guides/errors integrations/mcp-server llms-full.txt changelog
  concepts/workspaces guides/pagination support pricing guides/rate-limits status integrations/slack sdks/go faq
  guides/local-development integrations/github concepts/architecture
`;

const GUIDES = `
  installation environment-variables first-project import-data export-data custom-domains roles-and-permissions
  single-sign-on audit-logs billing-and-plans usage-limits file-uploads background-jobs scheduled-tasks retries
  idempotency filtering-and-sorting search full-text-search streaming-responses batch-requests caching testing
  continuous-integration preview-deployments staging-and-production rollbacks migrate-v1-to-v2 migrate-from-rest
  monitoring logging tracing alerts incident-response backups-and-restore data-retention encryption gdpr soc-2
  scim-provisioning service-accounts api-keys key-rotation allow-lists self-hosting docker kubernetes terraform
  deploy-to-aws deploy-to-azure deploy-to-google-cloud deploy-to-vercel localization accessibility theming
  email-templates notifications feature-flags versioning troubleshooting performance
`;
const CONCEPTS = `
  projects environments events queues data-model consistency tenancy regions quotas security-model tokens sessions
  scopes resources lifecycle pipelines triggers snapshots replication identifiers
`;
const INTEGRATIONS = `
  overview stripe segment sentry datadog grafana jira linear notion zapier hubspot salesforce intercom zendesk twilio
  sendgrid okta auth0 snowflake bigquery postgres mongodb redis kafka airflow dbt figma gitlab bitbucket vscode
`;
const LANGUAGES = "javascript java ruby php rust dotnet swift kotlin elixir cli";
const SDK_TOPICS = "install configuration usage errors pagination examples";
const RESOURCES = `
  users teams projects orders invoices payments events webhooks files tokens members reports exports templates
  contacts subscriptions products customers refunds sessions
`;
const METHODS = "list get create update delete search";
const RELEASES = Array.from({ length: 40 }, (_, index) => `${2 + Math.floor(index / 20)}-${index % 20}`);

/** Older versions and translations, which large sites have of every page. */
const EDITIONS = ["", "/v1", "/ja", "/es", "/fr", "/de", "/pt-br", "/zh", "/ko", "/v0"];

const FOR_MACHINES = new Set(["/llms.txt", "/llms-full.txt", "/api-reference/openapi.json"]);
const FOR_PEOPLE = new Set(["/support", "/status", "/pricing"]);

const PAGES = [
  ...words(FRONT).map((path) => (path === "/" ? path : `/${path}`)),
  ...inTurns([
    under("/guides", words(GUIDES)),
    under("/api-reference", pairs(words(RESOURCES), words(METHODS))),
    under("/concepts", words(CONCEPTS)),
    under("/sdks", pairs(words(LANGUAGES), words(SDK_TOPICS))),
    under("/integrations", words(INTEGRATIONS)),
    under("/changelog", RELEASES),
  ]),
];

/** The path of a site's page by its number, the most read ones first; no two numbers have the same. */
export function pathOfPage(index: number): string {
  const page = PAGES[index % PAGES.length] ?? "/";
  const round = Math.floor(index / PAGES.length);
  const edition = EDITIONS[round % EDITIONS.length] ?? "";
  const copy = Math.floor(round / EDITIONS.length) + 1;
  if (page === "/") return copy === 1 ? edition || "/" : `${edition}/home-${copy}`;
  return copy === 1 ? `${edition}${page}` : `${edition}${page.replace(/(\.\w+)?$/, `-${copy}$1`)}`;
}

/** Who reads the page with this number. */
export function readersOfPage(index: number): Readers {
  const page = PAGES[index % PAGES.length] ?? "/";
  if (FOR_MACHINES.has(page)) return "machines";
  return FOR_PEOPLE.has(page) ? "people" : "everybody";
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

function pairs(folders: readonly string[], names: readonly string[]): string[] {
  return names.flatMap((name) => folders.map((folder) => `${folder}/${name}`));
}

function under(folder: string, names: readonly string[]): string[] {
  return names.map((name) => `${folder}/${name}`);
}

/** One of each list in turn, so that every section has pages among the much read ones. */
function inTurns(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}
