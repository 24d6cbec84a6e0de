// The routes of the Library.
import { z } from 'zod'
import { Audience } from '#core/contract/access.ts'
import { id, requiredText } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { normalizedName, tagName } from '../namesContract.ts'
import {
  ContentChange,
  ContentInput,
  ContentReader,
  FoundPage,
  ItemSection,
  LibraryItem,
  LibraryMark,
  libraryMessages,
  OpenContent,
  Tag,
} from './contract.ts'

const one = z.strictObject({ id })
const status = z.enum(['new', 'viewed'])
const form = {
  files: { file: { isOptional: true as const }, thumbnail: { isOptional: true as const } },
  limits: { seconds: 600, fields: 10_000 },
}
const sectionName = normalizedName(libraryMessages.section)

export const Library = z.object({
  contents: z.array(LibraryItem),
  /** The firm's sections first, each group in its order. */
  sections: z.array(ItemSection),
  tags: z.array(Tag),
})
export type Library = z.infer<typeof Library>

export const routes = {
  library: defineRoute({
    name: 'library.all',
    method: 'GET',
    path: 'library',
    summary: 'List everything I can open, with sections and tags',
    answer: Library,
  }),
  contents: defineRoute({
    name: 'contents.list',
    method: 'GET',
    path: 'contents',
    summary: 'List the items I can open, by status: new or viewed',
    query: z.strictObject({ status: status.optional() }),
    answer: z.object({ contents: z.array(LibraryItem) }),
  }),
  found: defineRoute({
    name: 'contents.found',
    method: 'GET',
    path: 'contents/found',
    summary: 'Search the text of PDFs',
    query: z.strictObject({ q: requiredText(100) }),
    answer: z.object({ found: z.array(FoundPage) }),
  }),
  reach: defineRoute({
    name: 'contents.reach',
    method: 'GET',
    path: 'contents/reach',
    summary: 'List the people and groups who can get access to an item',
    answer: Audience,
  }),
  read: defineRoute({
    name: 'contents.read',
    method: 'GET',
    path: 'contents/:id',
    summary: 'Get an item I can open, with its media',
    params: one,
    answer: OpenContent,
  }),
  readers: defineRoute({
    name: 'contents.readers',
    method: 'GET',
    path: 'contents/:id/readers',
    summary: 'List who can open an item, and who has',
    params: one,
    answer: z.object({ readers: z.array(ContentReader) }),
  }),
  heart: defineRoute({
    name: 'contents.favourite',
    method: 'POST',
    path: 'contents/:id/favourite',
    summary: 'Add an item to my favorites, or remove it',
    params: one,
    body: z.strictObject({ favourite: z.boolean() }),
    answer: LibraryMark,
  }),
  view: defineRoute({
    name: 'contents.view',
    method: 'POST',
    path: 'contents/:id/viewcontent',
    summary: 'Mark an item as viewed',
    params: one,
    answer: LibraryMark,
  }),
  list: defineRoute({
    name: 'videoinsights.list',
    method: 'GET',
    path: 'videoinsights',
    summary: 'List the items I can open',
    answer: z.object({ videoinsights: z.array(LibraryItem) }),
  }),
  add: defineRoute({
    name: 'videoinsights.add',
    method: 'POST',
    path: 'videoinsights',
    summary: 'Add an item (multipart/form-data: fields, and file or upload_id, thumbnail or thumbnail_upload_id)',
    body: ContentInput,
    answer: LibraryItem,
    ...form,
  }),
  edit: defineRoute({
    name: 'videoinsights.edit',
    method: 'POST',
    path: 'videoinsights/:id',
    summary: 'Change the given fields of an item; with only section_id or tags_id, only that',
    params: one,
    body: ContentChange,
    answer: LibraryItem,
    ...form,
  }),
  remove: defineRoute({
    name: 'videoinsights.remove',
    method: 'DELETE',
    path: 'videoinsights/:id',
    summary: 'Delete an item for everyone',
    params: one,
  }),
}

export const sortRoutes = {
  sections: defineRoute({
    name: 'sections.list',
    method: 'GET',
    path: 'section',
    summary: 'List the Library’s sections: the firm’s, then the vendor’s',
    answer: z.object({ sections: z.array(ItemSection) }),
  }),
  addSection: defineRoute({
    name: 'sections.add',
    method: 'POST',
    path: 'section',
    summary: 'Add a section at the end',
    body: z.strictObject({ name: sectionName }),
    answer: ItemSection,
  }),
  editSection: defineRoute({
    name: 'sections.edit',
    method: 'POST',
    path: 'section/:id',
    summary: 'Rename or move a section',
    params: one,
    body: z.strictObject({ name: sectionName.optional(), position: z.int().min(0).max(10_000).optional() }),
    answer: ItemSection,
  }),
  removeSection: defineRoute({
    name: 'sections.remove',
    method: 'DELETE',
    path: 'section/:id',
    summary: 'Delete a section; its items move to the first remaining section',
    params: one,
  }),
  tags: defineRoute({
    name: 'tags.list',
    method: 'GET',
    path: 'tag',
    summary: 'List the Library’s tags, including my favorites tag if I have one',
    answer: z.object({ tags: z.array(Tag) }),
  }),
  addTag: defineRoute({
    name: 'tags.add',
    method: 'POST',
    path: 'tag',
    summary: 'Add a tag',
    body: z.strictObject({ name: tagName }),
    answer: Tag,
  }),
  addFavourites: defineRoute({
    name: 'tags.favourites',
    method: 'POST',
    path: 'tag/favourites',
    summary: 'Create my favorites tag, or return the existing one',
    answer: Tag,
  }),
  editTag: defineRoute({
    name: 'tags.edit',
    method: 'POST',
    path: 'tag/:id',
    summary: 'Rename a tag, or merge it into another',
    params: one,
    body: z.strictObject({ name: tagName.optional(), into: id.optional() }),
    answer: Tag,
  }),
  removeTag: defineRoute({
    name: 'tags.remove',
    method: 'DELETE',
    path: 'tag/:id',
    summary: 'Delete a tag; its items stay',
    params: one,
  }),
}
