import { z } from 'zod'
import { ApiScope, PROGRAM_PREFIX, scopeLabels } from '#core/contract/apiScope.ts'
import { ErrorBody } from '#core/contract/errors.ts'
import type { AnyRoute, UploadField } from '#core/contract/route.ts'
import { quotas } from './callLimits.ts'
import { exampleOf, type RouteExample } from './examples.ts'
import type { Handler } from './routes.ts'

/** OpenAPI 3.1 from the validation schemas, with valid examples. */
export function openApiOf(served: readonly Handler[], version: string): object {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [address, siblings] of Map.groupBy(served, ({ route }) => `${route.method} ${route.path}`)) {
    const [method, path] = address.split(' ') as [string, string]
    const described = `/api/${path.replace(/:(\w+)/g, '{$1}')}`
    paths[described] ??= {}
    const operation = operationOf(siblings.map(({ route }) => route))
    const parameters = [...operation.parameters, ...headersOf(siblings)]
    paths[described][method.toLowerCase()] = { ...operation, parameters, ...opennessOf(siblings) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Pursuit', version, description: INTRODUCTION },
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'A signed-in person’s session token.' },
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          description: `An API token created by a firm admin. It starts with ${PROGRAM_PREFIX}. Scopes: ${scopesInWords}`,
        },
      },
      parameters: {
        Client: clientParameter(true, 'The type of client making the call.'),
        ClientOfSession: clientParameter(
          false,
          'The type of client making the call. Required with a session token; leave it out with an API token.',
        ),
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: true,
          description:
            'A unique key for this change. Send the same key when you retry: the change happens once, and you get the first response again.',
          schema: { type: 'string', format: 'uuid' },
          example: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
        },
        Person: {
          name: 'X-Proxy-For',
          in: 'header',
          required: false,
          description:
            'The person to act for: the ID of someone you manage. Required with an API token, as an ID or email.',
          schema: { type: 'string' },
          example: 'dana.reyes@hartwell.example',
        },
      },
      headers: {
        RateLimitPolicy: {
          description: 'The call limits per token and per firm, and their window in seconds. API tokens only.',
          schema: { type: 'string' },
          example: `"token";q=${quotas.token};w=60, "firm";q=${quotas.firm};w=60`,
        },
        RateLimit: {
          description: 'Calls left (r), and seconds until the limit resets (t). API tokens only.',
          schema: { type: 'string' },
          example: `"token";r=${quotas.token - 1};t=42, "firm";r=${quotas.firm - 1};t=42`,
        },
        RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' }, example: 42 },
      },
      responses: {
        Refused: { description: 'Rejected or failed', content: errorContent(errorExamples) },
        TooMany: {
          description: 'Too many calls in this minute',
          headers: { ...limitHeaders, 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
          content: errorContent({ too_many: { message: 'Too many calls. Wait 42 seconds.', code: 'too_many' } }),
        },
      },
      schemas: { Error: schemaOf(ErrorBody) },
    },
  }
}

const INTRODUCTION =
  'The Pursuit API. Your firm’s own programs use an API token, whose scopes decide what they can call. Pursuit’s clients use a session token and can call everything.'

const scopesInWords = ApiScope.options.map((scope) => `${scope} (${scopeLabels[scope].label.toLowerCase()})`).join(', ')

const clientParameter = (required: boolean, description: string) => ({
  name: 'X-Client',
  in: 'header',
  required,
  description,
  schema: { type: 'string', enum: ['web', 'mobile', 'desktop'] },
})

/** Covers fields, a rule, and permissions. */
export const errorExamples: Record<string, ErrorBody> = {
  invalid: {
    message: 'Some fields need your attention.',
    code: 'invalid',
    errors: { goal: 'Please complete this field' },
  },
  no_session: { message: 'Sign in again.', code: 'no_session' },
  no_token: { message: 'Unknown or expired token.', code: 'no_token' },
  scope_missing: { message: 'This token lacks the scope targets:write: Change targets.', code: 'scope_missing' },
  not_found: { message: 'No target found with the specific id.', code: 'not_found' },
  key_reused: { message: 'This Idempotency-Key was already used for another change.', code: 'key_reused' },
}
const errorContent = (bodies: Record<string, ErrorBody>) => ({
  'application/json': {
    schema: { $ref: '#/components/schemas/Error' },
    examples: Object.fromEntries(Object.entries(bodies).map(([name, value]) => [name, { value }])),
  },
})
const limitHeaders = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
}

/** Among calls that share an address, only some can be open to API clients. */
function opennessOf(siblings: readonly Handler[]): object {
  if (siblings[0]!.policy.isPublic) return { security: [] }
  const open = siblings.filter(({ route }) => route.scope)
  if (open.length === 0) return {}
  const scopes = [...new Set(open.flatMap(({ route }) => route.scope ?? []))]
  const acts = open.flatMap(({ route }) => Object.values(route.when ?? {}))
  return {
    security: [{ session: [] }, { apiToken: scopes }],
    description: `Open to API tokens with the scope ${scopes.join(' or ')}${acts.length > 0 ? `: ${acts.join(', ')}` : ''}.`,
  }
}

/** Calls that share an address are variants, selected by a query value. */
function operationOf(routes: AnyRoute[]): { parameters: object[]; [part: string]: unknown } {
  const [first] = routes as [AnyRoute]
  const examples = routes.map(exampleOf)
  const [shown] = examples as [RouteExample]
  const isOpen = routes.some(({ scope }) => scope)
  const bodies = routes.flatMap(({ body, files }) => (body && !files ? [schemaOf(body)] : []))
  const answers = routes.flatMap(({ answer }) => (answer ? [schemaOf(answer)] : []))
  const examplesOf = (part: 'body' | 'answer') => {
    const said = routes.flatMap((route, place) =>
      route[part] && examples[place]![part] !== undefined ? [[route.name, { value: examples[place]![part] }]] : [],
    )
    return said.length > 0 ? { examples: Object.fromEntries(said) } : {}
  }
  return {
    operationId: routes.length === 1 ? first.name : routes.map(({ name }) => name).join(' | '),
    summary: routes.map(({ when, summary }) => [...Object.values(when ?? {}), summary].join(': ')).join('; '),
    parameters: [
      ...parametersOf(first.params, 'path', shown.params),
      ...fixedParametersOf(routes),
      ...parametersOf(first.query, 'query', shown.query),
    ],
    ...(first.files && {
      requestBody: {
        content: {
          'multipart/form-data': {
            schema: formOf(first.files, first.body),
            ...(first.body && { example: shown.body }),
          },
        },
      },
    }),
    ...(first.isBytes && { requestBody: { content: { [first.bytesType ?? 'application/offset+octet-stream']: {} } } }),
    ...(bodies.length > 0 && {
      requestBody: { content: { 'application/json': { schema: oneOf(bodies), ...examplesOf('body') } } },
    }),
    responses: {
      ...(answers.length > 0 && {
        200: {
          description: 'OK',
          ...(isOpen && { headers: limitHeaders }),
          content: {
            [first.isStream ? 'text/event-stream' : 'application/json']: {
              schema: oneOf(answers),
              ...(!first.isStream && examplesOf('answer')),
            },
          },
        },
      }),
      ...(answers.length < routes.length && {
        204: { description: 'Done', ...(isOpen && { headers: limitHeaders }) },
      }),
      ...(isOpen && { 429: { $ref: '#/components/responses/TooMany' } }),
      default: { $ref: '#/components/responses/Refused' },
    },
  }
}

/** See `core/server/http/requiredHeaders.ts`. */
function headersOf(siblings: readonly Handler[]): object[] {
  const [{ route, policy }] = siblings as [Handler]
  const isChange = !['GET', 'HEAD'].includes(route.method)
  const isOpen = siblings.some((one) => one.route.scope)
  return [
    ...(route.calledBy ? [] : [{ $ref: `#/components/parameters/${isOpen ? 'ClientOfSession' : 'Client'}` }]),
    ...(isChange && !policy.isPublic ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(siblings.some(({ proxy }) => proxy) ? [{ $ref: '#/components/parameters/Person' }] : []),
  ]
}

function formOf(files: Record<string, UploadField>, body: z.ZodType | undefined): object {
  const { properties = {}, required: texts = [] } = (body ? schemaOf(body) : {}) as {
    properties?: object
    required?: string[]
  }
  const file = { type: 'string', format: 'binary' }
  const fields = Object.entries(files).map(([name, { most = 1 }]) => [
    name,
    most > 1 ? { type: 'array', items: file, maxItems: most } : file,
  ])
  const required = [...texts, ...Object.keys(files).filter((name) => !files[name]!.isOptional)]
  return { type: 'object', properties: { ...properties, ...Object.fromEntries(fields) }, required }
}

const schemaOf = (schema: z.ZodType): object => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })

function oneOf(schemas: object[]): object {
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  return different.length === 1 ? different[0]! : { anyOf: different }
}

function fixedParametersOf(routes: AnyRoute[]): object[] {
  const names = [...new Set(routes.flatMap(({ when }) => Object.keys(when ?? {})))]
  return names.map((name) => ({
    name,
    in: 'query',
    required: routes.every(({ when }) => when !== undefined),
    schema: { type: 'string', enum: routes.flatMap(({ when }) => when?.[name] ?? []) },
  }))
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query', shown: unknown): object[] {
  const values = (shown ?? {}) as Record<string, unknown>
  const described = schema && (schemaOf(schema) as { properties?: Record<string, object>; required?: string[] })
  return Object.entries(described?.properties ?? {}).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || (described?.required ?? []).includes(name),
    schema: shape,
    ...(values[name] !== undefined && { example: values[name] }),
  }))
}
