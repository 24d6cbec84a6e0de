import { Refusal } from '#core/contract/errors.ts'
import type { ExternalAnswer } from '#core/server/externalApi.ts'

/** Error types of RFC 7644, section 3.12. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

/** Error for an invalid call of a directory. */
export class ScimError extends Refusal {
  constructor(scimType: ScimType, detail: string, status = 400) {
    super(scimType, detail, status)
  }
}

const SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error'
const types: Record<string, ScimType> = {
  taken: 'uniqueness',
  invalid: 'invalidValue',
  invalid_syntax: 'invalidSyntax',
}

/** Formats an error as in RFC 7644, where `status` is a string. */
export function refuseInScim(refusal: Refusal): ExternalAnswer {
  const detail = [refusal.message, ...Object.values(refusal.errors ?? {})].find(
    (one, place, all) => all.indexOf(one) === place,
  )
  const scimType = refusal instanceof ScimError ? refusal.code : types[refusal.code]
  return {
    status: refusal.status,
    body: { schemas: [SCHEMA], status: String(refusal.status), ...(scimType && { scimType }), detail },
    ...(refusal.status === 401 && { headers: { 'www-authenticate': 'Bearer' } }),
  }
}
