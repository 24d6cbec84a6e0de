import { sayTime } from '#core/contract/times.ts'

/** When a job runs, in words: of the lines that jobs have, every so many minutes, once an hour or once a day. Any other as it is. */
export function sayCron(cron: string): string {
  const [, minute = '', hour = ''] = /^(\*|\*\/\d+|\d+) (\*|\d+) \* \* \*$/.exec(cron) ?? []
  if (minute === '') return cron
  if (minute === '*') return hour === '*' ? 'Every minute' : cron
  if (minute.startsWith('*/')) return hour === '*' ? `Every ${minute.slice(2)} minutes` : cron
  if (hour === '*') return `Every hour, ${minute === '0' ? 'on the hour' : `${minute} past`}`
  return `Every day, ${sayTime(`${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`)}`
}
