import type { Contact } from '#features/contacts/contract.ts'

/** Tells contacts with the same name apart: 'CFO · Seven Oaks · bo@sevenoaks.example'. */
export const contactDetail = ({ title, company, emails }: Contact): string =>
  [title, company, emails[0]].filter(Boolean).join(' · ')
