// Features use each other through ports that a `server/contract.ts` declares. Core connects them at startup.

declare const shape: unique symbol

/** A service offered to other features. Its name includes the feature: 'account.waysIn'. */
export type Port<T> = { name: string; [shape]?: (given: T) => T }

export const definePort = <T>(name: string): Port<T> => ({ name })

/** A port with its implementation. */
// biome-ignore lint/suspicious/noExplicitAny: `offer` has tied the shapes together
export type PortOffer = { port: Port<any>; given: unknown }

export const offer = <T>(port: Port<T>, given: T): PortOffer => ({ port, given })

/** Ports a feature needs, by local name. */
// biome-ignore lint/suspicious/noExplicitAny: any port may be needed
export type Needs = Record<string, Port<any>>

export type PortInput<N extends Needs> = { [K in keyof N]: N[K] extends Port<infer T> ? T : never }
