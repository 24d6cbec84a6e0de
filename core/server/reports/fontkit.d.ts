// The part of fontkit that is used; it comes without types.
declare module 'fontkit' {
  type Font = { postscriptName: string; hasGlyphForCodePoint: (codePoint: number) => boolean }
  /** `fonts` where the file is a collection. */
  export function openSync(file: string): Font & { fonts?: Font[] }
}
