// The part of fontkit that is used; it comes without types.
declare module 'fontkit' {
  export function openSync(file: string): { hasGlyphForCodePoint: (codePoint: number) => boolean }
}
