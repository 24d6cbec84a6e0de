import { initialsOf } from './initialsOf.ts'

/** 'DR' for 'Dana Reyes', 'B' for 'Bob'. The names of people who left end in ' (left)'. */
export function initialsOfName(name: string): string {
  const [first = '', ...more] = name.replace(/ \(left\)$/, '').split(' ')
  return initialsOf({ first_name: first, last_name: more.at(-1) ?? '' })
}
