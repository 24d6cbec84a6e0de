// Types for the used parts of libraries that have none.
declare module 'mailparser' {
  type Address = { text: string; value: { name: string; address: string }[] }
  export type ParsedMail = {
    subject: string
    from: Address
    to: Address
    html: string
    text: string
    messageId: string
    date: Date
    headers: Map<string, unknown>
    headerLines: { key: string; line: string }[]
    attachments: Attachment[]
  }
  export type Attachment = { filename?: string; contentType: string; content: Buffer }
  export function simpleParser(source: Buffer | string, options?: object): Promise<ParsedMail>
}

// For tests.
declare module 'mjml' {
  export default function mjml2html(text: string, options?: object): Promise<{ html: string }>
}
