// Types for the used parts of libraries that have none.
declare module 'mailauth/lib/tools.js' {
  export function getAlignment(
    fromDomain: string,
    domains: readonly string[],
    isStrict: boolean,
  ): { domain: string } | false
}
