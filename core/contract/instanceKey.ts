/** Lowercase letters, digits, and hyphens. */
export const instanceKey = /^[a-z0-9][a-z0-9-]{0,62}$/
