const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as it stands in HTML, in an attribute too. */
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => ESCAPED[sign]!)
