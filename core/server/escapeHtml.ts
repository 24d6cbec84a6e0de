const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes for attributes too. */
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => ESCAPED[sign]!)
