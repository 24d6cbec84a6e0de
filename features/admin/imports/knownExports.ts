// Lists the columns and stages that four systems export. Headings are compared without case, spaces, and symbols.
// Sources: Salesforce Help 'Opportunity Fields', HubSpot 'Export records', Pipedrive 'Export data', Microsoft's table
// reference of Dynamics 365 Sales.
import type { Type } from '#features/targets/contract.ts'
import type { ImportedStatus, TargetField } from './contract.ts'

/**
 * Headings by field, the most reliable first. A file is this export if it has one of the `marks` and at least three of
 * the headings.
 */
export type KnownExport = {
  name: string
  marks: string[]
  headings: Partial<Record<TargetField, string[]>>
  /** Headings that resemble a field but aren't one, such as an amount times its probability, or a person's title. */
  never?: string[]
}

export const knownExports: readonly KnownExport[] = [
  {
    name: 'opportunities exported from Salesforce',
    marks: ['Opportunity Name', 'StageName'],
    headings: {
      external_id: ['Opportunity ID', 'Id'],
      goal: ['Opportunity Name', 'Name'],
      company: ['Account Name', 'Account: Account Name', 'Account.Name'],
      contact: ['Primary Contact', 'Contact Name', 'Contact: Full Name'],
      contact_email: ['Contact: Email', 'Email'],
      contact_phone: ['Contact: Phone', 'Contact: Business Phone', 'Phone'],
      owner: ['Opportunity Owner', 'Opportunity Owner: Full Name', 'Owner.Name', 'Owner'],
      status: ['Stage', 'StageName'],
      closed: ['Close Date', 'CloseDate'],
      created: ['Created Date', 'CreatedDate'],
      revenue: ['Amount', 'Amount (converted)', 'Total Amount'],
      type: ['Type', 'Opportunity Type'],
      next_step: ['Next Step', 'NextStep'],
      lost_reason: ['Loss Reason', 'Lost Reason', 'Closed Lost Reason'],
      note: ['Description'],
    },
    never: ['Expected Revenue', 'ExpectedRevenue', 'Last Modified Date', 'Lead Source'],
  },
  {
    name: 'contacts exported from Salesforce',
    marks: ['Contact Owner', 'Contact ID', 'Contact Owner: Full Name'],
    headings: {
      external_id: ['Contact ID'],
      contact_first_name: ['First Name'],
      contact_last_name: ['Last Name'],
      contact: ['Full Name', 'Contact Name', 'Name'],
      contact_email: ['Email', 'Contact: Email'],
      contact_phone: ['Phone', 'Business Phone', 'Contact: Phone', 'Mobile', 'Mobile Phone'],
      company: ['Account Name', 'Account: Account Name'],
      owner: ['Contact Owner', 'Contact Owner: Full Name'],
      created: ['Created Date'],
      note: ['Contact Description', 'Description'],
    },
    never: ['Title', 'Last Modified Date'],
  },
  {
    name: 'accounts exported from Salesforce',
    marks: ['Account Owner', 'Account ID', 'Account Owner: Full Name'],
    headings: {
      external_id: ['Account ID'],
      company: ['Account Name'],
      owner: ['Account Owner', 'Account Owner: Full Name'],
      created: ['Created Date'],
      type: ['Type', 'Account Type'],
      value: ['Rating', 'Account Rating'],
      note: ['Account Description', 'Description'],
    },
  },
  {
    name: 'deals exported from HubSpot',
    marks: ['Deal Name'],
    headings: {
      external_id: ['Record ID', 'Deal ID'],
      goal: ['Deal Name'],
      company: [
        'Associated Company (Primary)',
        'Associated Company',
        'Associated Companies',
        'Primary Company',
        'Company Name',
      ],
      contact: ['Associated Contact', 'Associated Contacts', 'Primary Contact'],
      owner: ['Deal owner'],
      status: ['Deal Stage'],
      closed: ['Close Date'],
      created: ['Create Date'],
      revenue: ['Amount', 'Deal Amount', 'Amount in company currency'],
      type: ['Deal Type'],
      value: ['Priority'],
      next_step: ['Next step'],
      next_step_due: ['Next Activity Date'],
      lost_reason: ['Closed Lost Reason'],
      note: ['Deal Description'],
    },
    never: ['Forecast amount', 'Weighted amount', 'Weighted amount in company currency'],
  },
  {
    name: 'contacts exported from HubSpot',
    marks: ['Contact owner', 'Lifecycle Stage'],
    headings: {
      external_id: ['Record ID', 'Contact ID'],
      contact_first_name: ['First Name'],
      contact_last_name: ['Last Name'],
      contact_email: ['Email', 'Work email'],
      contact_phone: ['Phone Number', 'Mobile Phone Number'],
      company: ['Associated Company (Primary)', 'Associated Company', 'Primary Associated Company', 'Company Name'],
      owner: ['Contact owner'],
      created: ['Create Date'],
      type: ['Lifecycle Stage'],
      next_step_due: ['Next Activity Date'],
    },
  },
  {
    name: 'companies exported from HubSpot',
    marks: ['Company owner', 'Company Domain Name'],
    headings: {
      external_id: ['Record ID', 'Company ID'],
      company: ['Company name', 'Name'],
      owner: ['Company owner'],
      created: ['Create Date'],
      type: ['Lifecycle Stage'],
      next_step_due: ['Next Activity Date'],
      note: ['Description', 'About Us'],
    },
  },
  {
    name: 'deals exported from Pipedrive',
    marks: ['Deal - Title', 'Deal - Status', 'Deal - Stage'],
    headings: {
      external_id: ['Deal - ID', 'Deal - Pipedrive System ID'],
      goal: ['Deal - Title'],
      company: ['Deal - Organization', 'Organization - Name', 'Organization'],
      contact: ['Deal - Contact person', 'Person - Name', 'Contact person'],
      contact_email: ['Person - Email - Work', 'Person - Email (Work)', 'Person - Email'],
      contact_phone: ['Person - Phone - Work', 'Person - Phone (Work)', 'Person - Phone', 'Person - Phone - Mobile'],
      owner: ['Deal - Owner'],
      status: ['Deal - Status', 'Deal - Stage', 'Deal - Stage (pipeline)'],
      closed: ['Deal - Deal closed on', 'Deal - Closed on', 'Deal - Won time', 'Deal - Lost time'],
      expected_close: ['Deal - Expected close date'],
      created: ['Deal - Deal created', 'Deal - Creation date'],
      revenue: ['Deal - Value'],
      next_step: ['Deal - Next activity'],
      next_step_due: ['Deal - Next activity date'],
      lost_reason: ['Deal - Lost reason'],
    },
    never: ['Deal - Weighted value'],
  },
  {
    name: 'people exported from Pipedrive',
    marks: ['Person - Name', 'Person - Last name', 'Person - Organization'],
    headings: {
      external_id: ['Person - ID', 'Person - Pipedrive System ID'],
      contact: ['Person - Name'],
      contact_first_name: ['Person - First name'],
      contact_last_name: ['Person - Last name'],
      contact_email: ['Person - Email - Work', 'Person - Email (Work)', 'Person - Email'],
      contact_phone: ['Person - Phone - Work', 'Person - Phone (Work)', 'Person - Phone', 'Person - Phone - Mobile'],
      company: ['Person - Organization', 'Organization - Name', 'Organization'],
      owner: ['Person - Owner'],
      created: ['Person - Person created', 'Person - Creation date'],
      next_step_due: ['Person - Next activity date'],
      note: ['Person - Note'],
    },
  },
  {
    name: 'organizations exported from Pipedrive',
    marks: ['Organization - Name'],
    headings: {
      external_id: ['Organization - ID', 'Organization - Pipedrive System ID'],
      company: ['Organization - Name'],
      contact: ['Person name'],
      owner: ['Organization - Owner'],
      created: ['Organization - Organization created', 'Organization - Creation date'],
      next_step_due: ['Organization - Next activity date'],
    },
  },
  {
    name: 'opportunities exported from Dynamics 365',
    marks: ['(Do Not Modify) Opportunity', 'Est. Close Date', 'Potential Customer'],
    headings: {
      external_id: ['(Do Not Modify) Opportunity'],
      goal: ['Topic'],
      company: ['Potential Customer', 'Account', 'Customer', 'Company Name'],
      contact: ['Contact', 'Primary Contact'],
      contact_email: ['Email Address', 'Email Address (Potential Customer)', 'Email (Contact)'],
      contact_phone: ['Business Phone (Contact)', 'Main Phone (Potential Customer)'],
      owner: ['Owner'],
      status: ['Status', 'Status Reason', 'Pipeline Phase', 'Sales Stage'],
      closed: ['Actual Close Date'],
      expected_close: ['Est. Close Date', 'Estimated Close Date', 'Close Date'],
      created: ['Created On'],
      revenue: ['Actual Revenue'],
      projected_revenue: ['Est. Revenue', 'Estimated Revenue'],
      value: ['Rating', 'Priority'],
      note: ['Description', 'Current Situation'],
    },
  },
  {
    name: 'contacts exported from Dynamics 365',
    marks: ['(Do Not Modify) Contact'],
    headings: {
      external_id: ['(Do Not Modify) Contact'],
      contact: ['Full Name'],
      contact_first_name: ['First Name'],
      contact_last_name: ['Last Name'],
      contact_email: ['Email', 'Email Address'],
      contact_phone: ['Business Phone', 'Mobile Phone'],
      company: ['Company Name', 'Account'],
      owner: ['Owner'],
      created: ['Created On'],
      note: ['Description'],
    },
  },
  {
    name: 'accounts exported from Dynamics 365',
    marks: ['(Do Not Modify) Account'],
    headings: {
      external_id: ['(Do Not Modify) Account'],
      company: ['Account Name'],
      contact: ['Primary Contact'],
      contact_email: ['Email (Primary Contact)', 'E-mail (Primary Contact)', 'Email'],
      contact_phone: ['Main Phone'],
      owner: ['Owner'],
      created: ['Created On'],
      type: ['Relationship Type'],
      note: ['Description'],
    },
  },
]

/** Default stages of these systems as they export them: by label, and for HubSpot also by internal name. */
export const knownStages: Record<ImportedStatus, string[]> = {
  active: [
    ...['Prospecting', 'Qualification', 'Needs Analysis', 'Value Proposition', 'Id. Decision Makers'],
    ...['Perception Analysis', 'Proposal/Price Quote', 'Negotiation/Review'],
    ...['Appointment Scheduled', 'Qualified To Buy', 'Presentation Scheduled', 'Decision Maker Bought-In'],
    ...['appointmentscheduled', 'qualifiedtobuy', 'presentationscheduled', 'decisionmakerboughtin'],
    ...[
      'Contract Sent',
      'contractsent',
      'Attempted to Contact',
      'Connected',
      'Open Deal',
      'In Progress',
      'New',
      'Open',
    ],
    ...['Lead In', 'Qualified', 'Contact Made', 'Demo Scheduled', 'Proposal Made', 'Negotiations Started'],
    ...['Qualify', 'Develop', 'Propose', '1-Qualify', '2-Develop', '3-Propose', '4-Close'],
    ...['Open - Not Contacted', 'Working - Contacted', 'Validated'],
  ],
  completed: ['Closed Won', 'closedwon', 'Won', 'Closed - Converted'],
  lost: [
    ...['Closed Lost', 'closedlost', 'Lost', 'Canceled', 'Cancelled', 'Out-Sold'],
    ...['Unqualified', 'Closed - Not Converted'],
  ],
  archived: ['On Hold', 'Bad Timing'],
}

/** Kinds of accounts, deals and lifecycle stages. */
export const knownTypes: Record<Type, string[]> = {
  client: [
    ...['Customer', 'Customer - Direct', 'Customer - Channel', 'Existing Business', 'existingbusiness', 'Evangelist'],
    ...['Existing Customer - Upgrade', 'Existing Customer - Replacement', 'Existing Customer - Downgrade'],
  ],
  prospect: [
    ...['New Customer', 'New Business', 'newbusiness', 'Prospect', 'Subscriber', 'Lead', 'Opportunity'],
    ...['Marketing Qualified Lead', 'Sales Qualified Lead'],
  ],
  refsource: [
    ...['Channel Partner / Reseller', 'Installation Partner', 'Technology Partner', 'Partner', 'Reseller'],
    ...['Consultant', 'Influencer'],
  ],
}
