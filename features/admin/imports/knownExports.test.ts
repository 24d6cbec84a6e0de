import { describe, expect, test } from 'vitest'
import { knownExports } from './aliases.ts'
import { valueKey } from './cells.ts'
import type { ImportColumn } from './contract.ts'
import { type ImportedStatus, TargetField } from './mappingContract.ts'
import { knownStages, knownTypes, statusOf, suggestType } from './meanings.ts'
import { exportOf, suggestTargets } from './suggestions.ts'

const dates = { iso: 0, mdy: 0, dmy: 0, either: 0 }
const aColumn = (header: string): ImportColumn => ({
  header,
  unnamed: false,
  filled: 1,
  first_row: 2,
  samples: [],
  values: [{ value: 'x', count: 1 }],
  amounts: /amount|revenue|value/i.test(header) ? 1 : 0,
  notations: { point: 0, comma: 0, either_comma: 0, either_point: 0 },
  currencies: [],
  emails: /mail/i.test(header) ? 1 : 0,
  dates: { ...dates, iso: /date|created|time|closed on|modified/i.test(header) ? 1 : 0 },
})
const suggested = (headings: string[]) => {
  const columns = headings.map(aColumn)
  return Object.fromEntries(suggestTargets(columns, []).columns.map((field, i) => [headings[i]!, field]))
}

describe('columns of known exports', () => {
  const files: [string, Record<string, TargetField | null>][] = [
    [
      'opportunities exported from Salesforce',
      {
        'Opportunity Owner': 'owner',
        'Account Name': 'company',
        'Opportunity Name': 'goal',
        Stage: 'status',
        'Fiscal Period': null,
        Amount: 'revenue',
        'Expected Revenue': null,
        'Probability (%)': null,
        Age: null,
        'Close Date': 'closed',
        'Created Date': 'created',
        'Next Step': 'next_step',
        'Lead Source': null,
        Type: 'type',
        'Opportunity ID': 'external_id',
      },
    ],
    [
      'contacts exported from Salesforce',
      {
        'First Name': 'contact_first_name',
        'Last Name': 'contact_last_name',
        Title: null,
        'Account Name': 'company',
        Email: 'contact_email',
        Phone: 'contact_phone',
        'Mobile Phone': null,
        'Contact Owner': 'owner',
        'Contact ID': 'external_id',
      },
    ],
    [
      'accounts exported from Salesforce',
      {
        'Account Name': 'company',
        Type: 'type',
        Rating: 'value',
        'Account Owner': 'owner',
        'Created Date': 'created',
        'Last Modified Date': null,
      },
    ],
    [
      'deals exported from HubSpot',
      {
        'Record ID': 'external_id',
        'Deal Name': 'goal',
        'Deal Stage': 'status',
        Pipeline: null,
        Amount: 'revenue',
        'Weighted amount': null,
        'Close Date': 'closed',
        'Create Date': 'created',
        'Deal owner': 'owner',
        'Associated Company IDs': null,
        'Associated Company': 'company',
        'Associated Contact': 'contact',
        'Closed Lost Reason': 'lost_reason',
        'Next Activity Date': 'next_step_due',
      },
    ],
    [
      'contacts exported from HubSpot',
      {
        'Record ID': 'external_id',
        'First Name': 'contact_first_name',
        'Last Name': 'contact_last_name',
        Email: 'contact_email',
        'Contact owner': 'owner',
        'Associated Company': 'company',
        'Lifecycle Stage': 'type',
        'Create Date': 'created',
      },
    ],
    [
      'companies exported from HubSpot',
      {
        'Record ID': 'external_id',
        'Company name': 'company',
        'Company owner': 'owner',
        'Create Date': 'created',
        Industry: null,
      },
    ],
    [
      'deals exported from Pipedrive',
      {
        'Deal - ID': 'external_id',
        'Deal - Title': 'goal',
        'Deal - Organization': 'company',
        'Deal - Contact person': 'contact',
        'Person - Email - Work': 'contact_email',
        'Deal - Value': 'revenue',
        'Deal - Currency': null,
        'Deal - Stage': null,
        'Deal - Status': 'status',
        'Deal - Owner': 'owner',
        'Deal - Expected close date': 'expected_close',
        'Deal - Deal closed on': 'closed',
        'Deal - Deal created': 'created',
        'Deal - Lost reason': 'lost_reason',
        'Deal - Next activity date': 'next_step_due',
      },
    ],
    [
      'people exported from Pipedrive',
      {
        'Person - Name': 'contact',
        'Person - Organization': 'company',
        'Person - Email - Work': 'contact_email',
        'Person - Owner': 'owner',
        'Person - Person created': 'created',
      },
    ],
    [
      'organizations exported from Pipedrive',
      {
        'Organization - ID': 'external_id',
        'Organization - Name': 'company',
        'Organization - Owner': 'owner',
        'Organization - Address': null,
      },
    ],
    [
      'opportunities exported from Dynamics 365',
      {
        '(Do Not Modify) Opportunity': 'external_id',
        '(Do Not Modify) Row Checksum': null,
        '(Do Not Modify) Modified On': null,
        Topic: 'goal',
        'Potential Customer': 'company',
        'Est. Close Date': 'expected_close',
        'Est. Revenue': 'projected_revenue',
        Contact: 'contact',
        Account: null,
        Probability: null,
        Rating: 'value',
        Status: 'status',
        'Actual Close Date': 'closed',
        'Actual Revenue': 'revenue',
        Owner: 'owner',
      },
    ],
    [
      'contacts exported from Dynamics 365',
      {
        '(Do Not Modify) Contact': 'external_id',
        'Full Name': 'contact',
        Email: 'contact_email',
        'Company Name': 'company',
        Owner: 'owner',
        'Created On': 'created',
      },
    ],
    [
      'accounts exported from Dynamics 365',
      {
        '(Do Not Modify) Account': 'external_id',
        'Account Name': 'company',
        'Primary Contact': 'contact',
        Owner: 'owner',
        'Relationship Type': 'type',
      },
    ],
  ]
  test.each(files)('%s', (name, wanted) => {
    const headings = Object.keys(wanted)
    expect(exportOf(headings.map(aColumn))?.name).toBe(name)
    expect(suggested(headings)).toEqual(wanted)
  })

  test('has a file here for every known export and names only existing fields', () => {
    expect(files.map(([name]) => name).sort()).toEqual(knownExports.map(({ name }) => name).sort())
    for (const { headings } of knownExports)
      expect(TargetField.options).toEqual(expect.arrayContaining(Object.keys(headings)))
  })

  test("doesn't take a foreign file for a known export", () => {
    expect(exportOf(['opportunity_id', 'sales_agent', 'account', 'deal_stage'].map(aColumn))).toBeNull()
    expect(exportOf(['Company', 'Owner', 'Status'].map(aColumn))).toBeNull()
  })
})

test('maps each default stage of these systems to one status', () => {
  for (const [status, stages] of Object.entries(knownStages) as [ImportedStatus, string[]][])
    for (const stage of stages) expect([stage, statusOf(stage)]).toEqual([stage, status])
  const all = Object.values(knownStages).flat().map(valueKey)
  expect(new Set(all).size).toBe(all.length)
})

test('recognizes kinds of accounts and deals, and leaves a new customer without one', () => {
  for (const [type, values] of Object.entries(knownTypes))
    for (const one of values) expect([one, suggestType(one)]).toEqual([one, type])
  expect(suggestType('New Customer')).toBe('prospect')
})
