import { expect, test } from 'vitest'
import { foldCase } from './foldCase.ts'

test.each([
  ['Bjørn', 'bjorn'],
  ['Teodora Ilić', 'teodora ilic'],
  ['Łukasz Gołąb', 'lukasz golab'],
  ['Straße', 'strasse'],
  ['STRASSE', 'strasse'],
  ['Æther & Œuvre', 'aether & oeuvre'],
  ['Þór Đoković', 'thor dokovic'],
  ['İstanbul ışık', 'istanbul isik'],
  ['O’Brien', "o'brien"],
  ['“Élan”', '"elan"'],
])('folds %s', (given, expected) => expect(foldCase(given)).toBe(expected))
