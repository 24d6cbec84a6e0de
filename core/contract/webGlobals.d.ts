// The few globals that every browser and Node.js share and that pure files can use. The pure zone has no other types of
// the platform, so that no one reaches for the DOM or Node.js by mistake.
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  readonly encoding: string
  decode(bytes?: Uint8Array): string
}
declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>
}
declare class URL {
  constructor(url: string)
  readonly hostname: string
}
