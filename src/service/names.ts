import { code, type RichText, type RichTextPart, richText } from "../text/rich-text.ts";

/** Where the service is unless `base-url` names another. */
export const mintlifyUrl = "https://api.mintlify.com";

/** What messages call the service, and the place where people look at its jobs. */
export type ServiceNames = { name: RichTextPart; dashboard: RichText };

/** The names of the service at this address: another one is called by its host. */
export function namesOf(base: URL): ServiceNames {
  const name = code(base.host);
  return base.origin === mintlifyUrl ? mintlify : { name, dashboard: richText`dashboard of ${name}` };
}

const mintlify: ServiceNames = {
  name: { trusted: "Mintlify" },
  dashboard: [{ url: "https://dashboard.mintlify.com", label: "dashboard", plain: "dashboard" }],
};
