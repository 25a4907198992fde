import { code, type RichText, type RichTextPart, richText } from "./text/rich-text.ts";

/** Where the service is unless `base-url` names another. */
export const mintlifyUrl = "https://api.mintlify.com";

/** What messages call the service, and the places where people look at its jobs, read what visitors said and make keys. */
export type ServiceNames = {
  name: RichTextPart;
  dashboard: RichText;
  analytics: RichText;
  keysPage: RichText;
};

/** The names of the service at this address: another one than the default is called by its host. */
export function namesOf(base: URL): ServiceNames {
  const name = code(base.host);
  if (base.origin !== mintlifyUrl) {
    const dashboard = richText`dashboard of ${name}`;
    return {
      name,
      dashboard,
      analytics: dashboard,
      keysPage: richText`API keys page of ${name}`,
    };
  }
  const dashboard = {
    url: "https://app.mintlify.com",
    label: "Mintlify dashboard",
    plain: "Mintlify dashboard",
  };
  const analytics = { ...dashboard, url: "https://app.mintlify.com/analytics" };
  const keys = "https://app.mintlify.com/settings/organization/api-keys";
  const keysPage = { url: keys, label: "API keys page", plain: `API keys page (${keys})` };
  return {
    name: { trusted: "Mintlify" },
    dashboard: [dashboard],
    analytics: [analytics],
    keysPage: [keysPage],
  };
}
