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

declare module 'smtp-server' {
  import type { Server, Socket } from 'node:net'
  import type { Readable } from 'node:stream'
  export type Session = {
    id: string
    user?: string
    envelope: { mailFrom: { address: string }; rcptTo: { address: string }[] }
  }
  type Done = (error?: (Error & { responseCode?: number }) | null, text?: string) => void
  export class SMTPServer {
    constructor(options: {
      authOptional?: boolean
      disabledCommands?: string[]
      logger?: boolean
      onConnect?: (session: Session, done: Done) => void
      onAuth?: (
        auth: { username: string; password: string },
        session: Session,
        done: (error: Error | null, who?: { user: string }) => void,
      ) => void
      onRcptTo?: (address: { address: string }, session: Session, done: Done) => void
      onData?: (stream: Readable, session: Session, done: Done) => void
    })
    server: Server
    connections: Set<{ session: Session; _socket: Socket }>
    listen(port: number, host: string, done: () => void): void
    close(done: () => void): void
    on(name: 'error', hear: (error: Error) => void): void
  }
}
