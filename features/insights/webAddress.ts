// URLs that people type or paste.

/**
 * Requires http or https and a host, without a username or password. A regular expression, because zod's URL check
 * would add to everyone's first load.
 */
export const isWebAddress = (given: string): boolean => /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i.test(given)

/** Adds https:// to 'blog.firm.example/post', as browsers do. Returns anything else unchanged. */
export const withScheme = (given: string): string =>
  /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u.test(given.trim()) ? `https://${given.trim()}` : given
