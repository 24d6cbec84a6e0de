import { Refusal } from '#core/contract/errors.ts'
import type { ExternalAnswer } from '#core/server/externalApi.ts'

/** Words of RFC 7644, section 3.12. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

/** A call of a directory that is wrong in itself. */
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

/** A failure in the form of RFC 7644: `status` is a text there. */
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
