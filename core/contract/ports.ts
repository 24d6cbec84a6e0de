// How a feature uses what another one offers: by a port that a `server/contract.ts` declares. Core connects them when the server starts.

declare const shape: unique symbol

/** What one feature offers to others, by a name that says whose it is: 'account.waysIn'. */
export type Port<T> = { name: string; [shape]?: (given: T) => T }

export const definePort = <T>(name: string): Port<T> => ({ name })

/** A port with what stands behind it. */
// biome-ignore lint/suspicious/noExplicitAny: `offer` has tied the shapes together
export type PortOffer = { port: Port<any>; given: unknown }

export const offer = <T>(port: Port<T>, given: T): PortOffer => ({ port, given })

/** The ports that a feature needs, by the names under which it uses them. */
// biome-ignore lint/suspicious/noExplicitAny: any port may be needed
export type Needs = Record<string, Port<any>>

/** What the needed ports give. */
export type PortInput<N extends Needs> = { [K in keyof N]: N[K] extends Port<infer T> ? T : never }
