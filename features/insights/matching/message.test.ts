import { expect, test } from 'vitest'
import { mailtoOf, messageFor, messageStep } from './message.ts'

const content = { name: 'Year-end & planning', description: 'What to look at.', blog_url: '', file_name: 'plan.pdf' }
const to = { contact: 'Tom Achterberg', contact_email: 'tom+tax@meridian.example', company: 'Meridian Foods' }

test('drafts a message that greets by first name, names the item, and links to it', () => {
  const message = messageFor(content, to, 'Dana Reyes')
  expect(message.text).toBe(
    'Hello Tom,\n\nI thought of you when I saw this: Year-end & planning.\n\nWhat to look at.\n\nIt’s attached.\n\nDana Reyes',
  )
  expect(messageFor({ ...content, blog_url: 'https://a.example/b' }, { ...to, contact: '' }, '').text).toContain(
    'Hello,\n\nI thought of you when I saw this: Year-end & planning.\n\nWhat to look at.\n\nhttps://a.example/b',
  )
  expect(messageStep(content, to)).toBe('Send “Year-end & planning” to Tom Achterberg')
  expect(messageStep(content, { ...to, contact: '' })).toBe('Send “Year-end & planning” to Meridian Foods')
})

test("encodes any text in a mailto URL so that it reads back unchanged and isn't too long", () => {
  const read = new URL(mailtoOf(messageFor(content, to, 'Dana & Co')))
  expect(decodeURIComponent(read.pathname)).toBe('tom+tax@meridian.example')
  expect(read.searchParams.get('subject')).toBe('Year-end & planning')
  expect(read.searchParams.get('body')).toContain('\r\n\r\nDana & Co')
  const tricky = mailtoOf({
    to: 'a@b.example?bcc=c@d.example',
    subject: 'x&bcc=evil@e.example\r\nBcc: f',
    text: 'ü'.repeat(3000),
  })
  expect(new URL(tricky).searchParams.get('bcc')).toBeNull()
  expect(tricky.length).toBeLessThanOrEqual(1800)
})
