const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns whether a text has the form 8-4-4-4-12 hexadecimal digits. */
export const isGuid = (text: string): boolean => GUID.test(text)
