import { expect, test } from 'vitest'
import { sharedLinkOf } from './providers.ts'

const ID = 'dQw4w9WgXcQ'
const FILE = '1aBcDeFgHiJkLmNoPqRsTuVwXyZ012345'

test.each([
  [`https://www.youtube.com/watch?v=${ID}&t=42s&list=PL1`, `https://www.youtube.com/watch?v=${ID}`],
  [`http://youtu.be/${ID}?si=track`, `https://www.youtube.com/watch?v=${ID}`],
  [`https://m.youtube.com/shorts/${ID}`, `https://www.youtube.com/watch?v=${ID}`],
  [`https://youtube.com/live/${ID}?feature=share`, `https://www.youtube.com/watch?v=${ID}`],
  [`https://www.youtube-nocookie.com/embed/${ID}`, `https://www.youtube.com/watch?v=${ID}`],
  ['https://vimeo.com/412008175', 'https://vimeo.com/412008175'],
  ['vimeo.com/412008175', 'https://vimeo.com/412008175'],
  ['https://vimeo.com/412008175/0abc12def3?share=copy', 'https://vimeo.com/412008175/0abc12def3'],
  ['https://player.vimeo.com/video/412008175?h=0abc12def3', 'https://vimeo.com/412008175/0abc12def3'],
  ['https://vimeo.com/channels/staffpicks/412008175', 'https://vimeo.com/412008175'],
  [`https://drive.google.com/file/d/${FILE}/view?usp=sharing`, `https://drive.google.com/file/d/${FILE}/view`],
  [`https://drive.google.com/open?id=${FILE}`, `https://drive.google.com/file/d/${FILE}/view`],
  [`https://drive.google.com/drive/folders/${FILE}?usp=sharing`, `https://drive.google.com/drive/folders/${FILE}`],
  [
    `https://docs.google.com/presentation/d/${FILE}/edit#slide=id.p`,
    `https://docs.google.com/presentation/d/${FILE}/edit`,
  ],
  ['https://1drv.ms/v/s!AkQ1?e=abc', 'https://1drv.ms/v/s!AkQ1?e=abc'],
  ['https://onedrive.live.com/?id=A1&cid=B2', 'https://onedrive.live.com/?id=A1&cid=B2'],
  ['https://firm-my.sharepoint.com/:w:/p/dana/Ea1?e=x', 'https://firm-my.sharepoint.com/:w:/p/dana/Ea1?e=x'],
])('recognizes %s and normalizes it to %s, which stays unchanged', (given, kept) => {
  expect(sharedLinkOf(` ${given} `)?.url).toBe(kept)
  expect(sharedLinkOf(kept)?.url).toBe(kept)
})

test.each([
  '',
  'https://elsewhere.example/watch?v=dQw4w9WgXcQ',
  `https://youtube.com.elsewhere.example/watch?v=${ID}`,
  `https://elsewhere.example/https://www.youtube.com/watch?v=${ID}`,
  `https://www.youtube.com@elsewhere.example/watch?v=${ID}`,
  `https://user:word@vimeo.com/412008175`,
  `https://vimeo.com:8443/412008175`,
  'https://www.youtube.com/',
  'https://www.youtube.com/watch?v=short',
  'https://vimeo.com/features',
  'https://drive.google.com/drive/my-drive',
  'https://sharepoint.com/:w:/x',
  'https://firm.sharepoint.com/sites/inside',
  'javascript:alert(1)//https://vimeo.com/412008175',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data',
  'https://2130706433/',
  'https://[::1]/',
  `https://vimeo.com/412008175\\@elsewhere.example`,
  `https://1drv.ms/v/${'x'.repeat(3000)}`,
])('rejects %s as an unknown provider', (given) => {
  expect(sharedLinkOf(given)).toBeNull()
})
