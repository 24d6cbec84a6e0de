// Addresses of the web that people type or paste.

/** By http or https, with a host, without a name and a password in it. A pattern: what zod has for addresses would be in everybody's first load. */
export const isWebAddress = (given: string): boolean => /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i.test(given)

/** 'https://blog.firm.example/post' for 'blog.firm.example/post', as browsers take it. Anything else stays as it is. */
export const withScheme = (given: string): string =>
  /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u.test(given.trim()) ? `https://${given.trim()}` : given
