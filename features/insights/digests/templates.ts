// Template of a digest's email: its logo, and a color or an image above it.
import { z } from 'zod'
import { id, stamp } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { color, DEFAULT_COLOR, digestMessages, limits, line } from './fields.ts'

export const StyleTemplate = z.object({
  id,
  name: z.string(),
  /** URL of the logo; '' if there is none. */
  logo_image: z.string(),
  color: z.string(),
  /** URL of the image; '' if there is none. */
  image: z.string(),
  /** 1 shows the image above the digest, 0 the color. */
  image_selected: z.union([z.literal(0), z.literal(1)]),
  modified: stamp,
  /** Changes with each edit. */
  revision: z.int(),
})
export type StyleTemplate = z.infer<typeof StyleTemplate>

const isOne = z.coerce.number().pipe(z.union([z.literal(0), z.literal(1)]))

export const TemplateInput = z.strictObject({
  name: line(limits.templateName).refine((name) => name !== '', digestMessages.templateName),
  color: color.default(DEFAULT_COLOR),
  image_selected: isOne.default(0),
})
export type TemplateInput = z.infer<typeof TemplateInput>

/**
 * Omitted fields keep their values. `revision` is the one that was read. The server returns 409 if someone has edited
 * the template since.
 */
export const TemplateChange = z.strictObject({
  ...TemplateInput.partial().shape,
  color: color.optional(),
  image_selected: isOne.optional(),
  revision: z.coerce.number().int().optional(),
})
export type TemplateChange = z.infer<typeof TemplateChange>

const one = z.strictObject({ id })
const form = { files: { logo: { isOptional: true as const }, image: { isOptional: true as const } } }

export const templateRoutes = {
  list: defineRoute({
    name: 'styletemplate.list',
    method: 'GET',
    path: 'styletemplate',
    summary: 'List digest templates by name',
    answer: z.object({ styletemplates: z.array(StyleTemplate) }),
  }),
  add: defineRoute({
    name: 'styletemplate.add',
    method: 'POST',
    path: 'styletemplate',
    summary: 'Create a template (multipart/form-data: name, logo, color, image, image_selected)',
    body: TemplateInput,
    answer: StyleTemplate,
    ...form,
  }),
  edit: defineRoute({
    name: 'styletemplate.edit',
    method: 'POST',
    path: 'styletemplate/:id',
    summary: 'Change a template; a logo or image you leave out doesn’t change',
    params: one,
    body: TemplateChange,
    answer: StyleTemplate,
    ...form,
  }),
  remove: defineRoute({
    name: 'styletemplate.remove',
    method: 'DELETE',
    path: 'styletemplate/:id',
    summary: 'Delete a template that no scheduled digest uses',
    params: one,
  }),
}
