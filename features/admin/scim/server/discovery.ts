// Describes this server to a directory: RFC 7643, sections 5 to 7.
import { PAGE_MOST } from './query.ts'
import { schemas } from './resources.ts'

export const serviceProviderConfig = (at: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: PAGE_MOST },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A key that a firm admin creates in Admin, under Single sign-on.',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${at}/ServiceProviderConfig` },
})

const typeOf = (at: string, name: 'User' | 'Group', schema: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  endpoint: `/${name}s`,
  description: name === 'User' ? 'A person of the firm' : 'A group of the firm',
  schema,
  meta: { resourceType: 'ResourceType', location: `${at}/ResourceTypes/${name}` },
})

export const resourceTypes = (at: string) => [typeOf(at, 'User', schemas.user), typeOf(at, 'Group', schemas.group)]

type Attribute = Record<string, unknown>
const attribute = (name: string, more: Attribute = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})
const readOnly = { mutability: 'readOnly' }
const reference = (type: string) =>
  attribute('$ref', { type: 'reference', referenceTypes: [type], caseExact: true, ...readOnly })

const schemaOf = (at: string, id: string, name: string, attributes: Attribute[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  description: name,
  attributes,
  meta: { resourceType: 'Schema', location: `${at}/Schemas/${id}` },
})

export const schemasOf = (at: string) => [
  schemaOf(at, schemas.user, 'User', [
    attribute('userName', { required: true, uniqueness: 'server' }),
    attribute('externalId', { caseExact: true }),
    attribute('name', {
      type: 'complex',
      subAttributes: [attribute('formatted', readOnly), attribute('familyName'), attribute('givenName')],
    }),
    // Combines the two names.
    attribute('displayName', readOnly),
    attribute('emails', {
      type: 'complex',
      // Optional if userName is an email address.
      required: true,
      multiValued: true,
      subAttributes: [
        attribute('value', { required: true }),
        attribute('type', { canonicalValues: ['work'] }),
        attribute('primary', { type: 'boolean' }),
      ],
    }),
    attribute('active', { type: 'boolean' }),
    attribute('groups', {
      type: 'complex',
      multiValued: true,
      ...readOnly,
      subAttributes: [
        attribute('value', readOnly),
        reference('Group'),
        attribute('display', readOnly),
        attribute('type', readOnly),
      ],
    }),
  ]),
  schemaOf(at, schemas.group, 'Group', [
    attribute('displayName', { required: true, uniqueness: 'server' }),
    attribute('externalId', { caseExact: true }),
    attribute('members', {
      type: 'complex',
      multiValued: true,
      subAttributes: [
        attribute('value', { mutability: 'immutable' }),
        reference('User'),
        attribute('display', readOnly),
        attribute('type', { mutability: 'immutable' }),
      ],
    }),
  ]),
]
