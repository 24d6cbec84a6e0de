import { z } from 'zod'
import { ErrorBody } from '#core/contract/errors.ts'
import type { AnyRoute, FileField } from '#core/contract/route.ts'
import type { Served } from './routes.ts'

/** An OpenAPI 3.1 description made from the very schemas that validate. */
export function openApiOf(served: readonly Served[], version: string): object {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [address, siblings] of Map.groupBy(served, ({ route }) => `${route.method} ${route.path}`)) {
    const [method, path] = address.split(' ') as [string, string]
    const described = `/api/${path.replace(/:(\w+)/g, '{$1}')}`
    paths[described] ??= {}
    const operation = operationOf(siblings.map(({ route }) => route))
    const { isPublic } = siblings[0]!.policy
    const parameters = [...operation.parameters, ...headersOf(siblings[0]!)]
    paths[described][method.toLowerCase()] = { ...operation, parameters, ...(isPublic && { security: [] }) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Pursuit', version },
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      parameters: {
        Client: {
          name: 'X-Client',
          in: 'header',
          required: true,
          description: 'Which client asks.',
          schema: { type: 'string', enum: ['web', 'mobile', 'desktop'] },
        },
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: true,
          description:
            'Of each change its own, and the same when it is sent again: it happens once, and is answered as the first time.',
          schema: { type: 'string', format: 'uuid' },
        },
      },
      schemas: { Error: schemaOf(ErrorBody) },
    },
  }
}

/** One operation; calls that share an address are its variants, told apart by a query value. */
function operationOf(routes: AnyRoute[]): { parameters: object[]; [part: string]: unknown } {
  const [first] = routes as [AnyRoute]
  const bodies = routes.flatMap(({ body, files }) => (body && !files ? [schemaOf(body)] : []))
  const answers = routes.flatMap(({ answer }) => (answer ? [schemaOf(answer)] : []))
  return {
    operationId: routes.length === 1 ? first.name : routes.map(({ name }) => name).join(' | '),
    summary: routes.map(({ when, summary }) => [...Object.values(when ?? {}), summary].join(': ')).join('; '),
    parameters: [
      ...parametersOf(first.params, 'path'),
      ...fixedParametersOf(routes),
      ...parametersOf(first.query, 'query'),
    ],
    ...(first.files && {
      requestBody: { content: { 'multipart/form-data': { schema: formOf(first.files, first.body) } } },
    }),
    ...(first.isBytes && { requestBody: { content: { 'application/offset+octet-stream': {} } } }),
    ...(bodies.length > 0 && { requestBody: { content: { 'application/json': { schema: oneOf(bodies) } } } }),
    responses: {
      ...(answers.length > 0 && {
        200: {
          description: 'OK',
          content: { [first.isStream ? 'text/event-stream' : 'application/json']: { schema: oneOf(answers) } },
        },
      }),
      ...(answers.length < routes.length && { 204: { description: 'Done' } }),
      default: {
        description: 'Refused or failed',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

/** What the server asks of whoever calls, see core/server/http/requiredHeaders.ts. */
function headersOf({ route, policy }: Served): object[] {
  const isChange = !['GET', 'HEAD'].includes(route.method)
  return [
    ...(route.calledBy ? [] : [{ $ref: '#/components/parameters/Client' }]),
    ...(isChange && !policy.isPublic ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
}

function formOf(files: Record<string, FileField>, body: z.ZodType | undefined): object {
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

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): object[] {
  const described = schema && (schemaOf(schema) as { properties?: Record<string, object>; required?: string[] })
  return Object.entries(described?.properties ?? {}).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || (described?.required ?? []).includes(name),
    schema: shape,
  }))
}
