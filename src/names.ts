import { code, type RichText, type RichTextPart, richText } from "./text/rich-text.ts";

/** Where the service is unless `base-url` names another. */
export const mintlifyUrl = "https://api.mintlify.com";

/** What messages call the service, the place where people look at its jobs, and the one where they make keys. */
export type ServiceNames = { name: RichTextPart; dashboard: RichText; keysPage: RichText };

/** The names of the service at this address: another one than the default is called by its host. */
export function namesOf(base: URL): ServiceNames {
  const name = code(base.host);
  if (base.origin !== mintlifyUrl)
    return {
      name,
      dashboard: richText`dashboard of ${name}`,
      keysPage: richText`API keys page of ${name}`,
    };
  const dashboard = {
    url: "https://app.mintlify.com",
    label: "Mintlify dashboard",
    plain: "Mintlify dashboard",
  };
  const keys = "https://app.mintlify.com/settings/organization/api-keys";
  const keysPage = { url: keys, label: "API keys page", plain: `API keys page (${keys})` };
  return { name: { trusted: "Mintlify" }, dashboard: [dashboard], keysPage: [keysPage] };
}
