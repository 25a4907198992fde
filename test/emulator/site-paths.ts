// What every documentation site has, roughly by how much it is read.
const FRONT = words(`
  / quickstart guides/authentication api-reference/introduction llms.txt sdks/typescript guides/webhooks
  api-reference/openapi.json sdks/python introduction guides/errors integrations/mcp-server llms-full.txt changelog
  concepts/workspaces guides/pagination support pricing guides/rate-limits status integrations/slack sdks/go faq
  guides/local-development integrations/github concepts/architecture
`).map((path) => (path === "/" ? path : `/${path}`));

const TOPICS = words(`
  installation environment-variables first-project import-data export-data custom-domains roles-and-permissions
  single-sign-on audit-logs billing-and-plans usage-limits file-uploads background-jobs scheduled-tasks retries
  idempotency filtering-and-sorting search full-text-search streaming-responses batch-requests caching testing
  continuous-integration preview-deployments staging-and-production rollbacks migrate-v1-to-v2 migrate-from-rest
  monitoring logging tracing alerts incident-response backups-and-restore data-retention encryption gdpr soc-2
  scim-provisioning service-accounts api-keys key-rotation allow-lists self-hosting docker kubernetes terraform
  deploy-to-aws deploy-to-azure deploy-to-google-cloud deploy-to-vercel localization accessibility theming
  email-templates notifications feature-flags versioning troubleshooting performance
`);
const SECTIONS = words("guides api-reference concepts sdks/ruby integrations changelog");

const PAGES = [
  ...FRONT,
  ...TOPICS.flatMap((topic) => SECTIONS.map((section) => `/${section}/${topic}`)),
];

const FOR_MACHINES = ["/llms.txt", "/llms-full.txt", "/api-reference/openapi.json"];
const FOR_PEOPLE = ["/support", "/status", "/pricing"];

/** The path of a site's page by its number, the most read ones first; no two numbers have the same. */
export function pathOfPage(index: number): string {
  const page = PAGES[index % PAGES.length] ?? "/";
  const edition = Math.floor(index / PAGES.length);
  return edition === 0 ? page : `/v${edition}${page}`;
}

/** Who reads the page with this number: a search page of people, a file made for machines, or both. */
export function readersOfPage(index: number): "everybody" | "people" | "machines" {
  const page = PAGES[index % PAGES.length] ?? "/";
  if (FOR_MACHINES.includes(page)) return "machines";
  return FOR_PEOPLE.includes(page) ? "people" : "everybody";
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
