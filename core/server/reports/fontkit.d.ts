// Types for the used part of fontkit, which has none.
declare module 'fontkit' {
  type Font = { postscriptName: string; hasGlyphForCodePoint: (codePoint: number) => boolean }
  /** `fonts` is set for a collection. */
  export function openSync(file: string): Font & { fonts?: Font[] }
}
