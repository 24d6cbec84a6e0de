// Types for the used part of pdfmake, which has none.
declare module 'pdfmake' {
  export type Content = string | { [property: string]: unknown } | Content[]
  export type Definition = {
    pageSize: string
    pageOrientation: 'portrait' | 'landscape'
    /** Points: left, top, right, bottom. */
    pageMargins: [number, number, number, number]
    info: { title: string; author: string; creator: string }
    defaultStyle: object
    styles: Record<string, object>
    content: Content[]
    footer: (page: number, pages: number) => Content
  }
  const pdfmake: {
    setFonts: (fonts: Record<string, Record<string, string | [file: string, inCollection?: string]>>) => void
    setUrlAccessPolicy: (allows: (url: string) => boolean) => void
    setLocalAccessPolicy: (allows: (path: string) => boolean) => void
    createPdf: (definition: Definition) => { getBuffer: () => Promise<Buffer> }
  }
  export default pdfmake
}
