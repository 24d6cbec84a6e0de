// Addresses of the web that people type or paste.

/** By http or https, with a host, without a name and a password in it. A pattern: what zod has for addresses would be in everybody's first load. */
export const isWebAddress = (given: string): boolean => /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i.test(given)
