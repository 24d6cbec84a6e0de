const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text has the shape of an id: 8-4-4-4-12 hexadecimal digits. */
export const isGuid = (text: string): boolean => GUID.test(text)
