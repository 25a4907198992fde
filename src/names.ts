import { code, type RichText, type RichTextPart, richText } from "./text/rich-text.ts";

/** Where the service is unless `base-url` names another. */
export const mintlifyUrl = "https://api.mintlify.com";

/** What messages call the service, and the place where people look at its jobs. */
export type ServiceNames = { name: RichTextPart; dashboard: RichText };

/** The names of the service at this address: another one than the default is called by its host. */
export function namesOf(base: URL): ServiceNames {
  const name = code(base.host);
  if (base.origin !== mintlifyUrl) return { name, dashboard: richText`dashboard of ${name}` };
  const dashboard = { url: "https://app.mintlify.com", label: "dashboard", plain: "dashboard" };
  return { name: { trusted: "Mintlify" }, dashboard: [dashboard] };
}
