// Names that files use for the fields of targets and people: headings in general, and the headings that four systems
// export. Headings are compared without case, spaces, and symbols. Sources: Salesforce Help 'Opportunity Fields', HubSpot
// 'Export records', Pipedrive 'Export data', Microsoft's table reference of Dynamics 365 Sales. Pure.
import { furtherNames, targetLabel } from '#features/targets/contract.ts'
import { valueKey } from './cells.ts'
import type { ImportColumn } from './contract.ts'
import { furtherContacts, type PeopleField, type TargetField } from './mappingContract.ts'

export const headingWord = (header: string) =>
  header
    .toLowerCase()
    .replaceAll(/\(column \d+\)|[[(](required|read only|optional)[\])]/g, '')
    .replaceAll(/[^a-z0-9]/g, '')

/** First two columns of a file of rejected rows. They hold no fields. */
export const reportColumns = ['Row', 'Reason'] as const
export const hasReportColumns = (columns: Pick<ImportColumn, 'header'>[]): boolean =>
  columns.length > reportColumns.length &&
  reportColumns.every((name, i) => valueKey(columns[i]!.header).replace(/ \(column \d+\)$/, '') === valueKey(name))

/** Names by field. The fields come in the order of their claim to a column, their names the most reliable first. */
export type Aliases<F extends string> = Partial<Record<F, string[]>>
const aliases = <F extends string>(names: Partial<Record<F, string>>, separator = ' '): Aliases<F> =>
  Object.fromEntries(
    Object.entries<string>(names as Record<F, string>).map(([field, list]) => [field, list.split(separator)]),
  ) as Aliases<F>

export const targetWords: Aliases<TargetField> = {
  ...aliases<TargetField>({
    external_id: 'opportunityid dealid externalid recordid id targetid leadid opportunitynumber',
    company:
      'company account accountname companyname organization organisation client clientname customer firm business',
    contact_email: 'contactemail email emailaddress contactemailaddress mail',
    contact_phone:
      'contactphone contactphonenumber phone phonenumber telephone telephonenumber tel workphone businessphone directphone officephone mainphone mobile mobilephone mobilephonenumber cell cellphone',
    contact: 'contact contactname primarycontact contactperson person fullname contactfullname decisionmaker',
    owner:
      'owner salesagent agent salesrep rep owneremail opportunityowner dealowner accountowner assignedto responsible partner salesperson accountmanager user',
    status: 'status stage dealstage salesstage opportunitystage pipelinestage state',
    stage: 'stage dealstage salesstage opportunitystage pipelinestage pipelinephase',
    contact_first_name: 'contactfirstname firstname givenname',
    contact_last_name: 'contactlastname lastname surname familyname',
    expected_close:
      'expectedclose expectedclosedate estclosedate estimatedclosedate forecastclosedate targetclosedate expectedclosingdate closedateexpectedclosedate',
    closed: 'closed closedate closeddate dateclosed wondate closedat closedon completed',
    created:
      'created createddate createdate datecreated createdat createdon engagedate opened opendate openeddate startdate dateadded reportingdate date',
    revenue: 'wonrevenue closevalue closedvalue revenue wonamount actualrevenue wonvalue finalamount',
    projected_revenue:
      'projectedrevenue expectedrevenue amount estimatedrevenue estimatedvalue dealvalue dealamount dealsize opportunityamount projected forecast price',
    chance:
      'chance probability winprobability dealprobability opportunityprobability closeprobability winchance likelihood',
    value: 'value priority importance rating potential',
    type: 'type relationship targettype relationshiptype leadtype',
    came_from:
      'camefrom referredby referrer referrername referralname referralsource sourceofreferral leadsource dealsource opportunitysource originalsource originaltrafficsource source',
    lost_reason: 'lostreason reasonlost lossreason closedlostreason reason reasonforloss',
    next_step_due: 'nextstepdue duedate due nextstepdate nextactiondate followupdate followup nextactivitydate',
    next_step: 'nextstep nextsteps nextaction nextactivity step task action',
    note: 'note notes comment comments remarks remark',
    goal: 'goal objective opportunity opportunityname dealname deal title subject product productname service practicearea description project',
  }),
  contact_role: ['contactrole', 'primarycontactrole', 'rolecontact'],
  ...Object.fromEntries(
    furtherContacts.flatMap(({ number, name, email, phone, role }) => [
      [name, [`contact${number}`, `contact${number}name`, `contactname${number}`]],
      [email, [`contact${number}email`, `contactemail${number}`]],
      [phone, [`contact${number}phone`, `contactphone${number}`]],
      [role, [`contact${number}role`, `contactrole${number}`]],
    ]),
  ),
  ...Object.fromEntries(furtherNames.map((name) => [name, [headingWord(targetLabel(name)), headingWord(name)]])),
}

export const peopleWords = aliases<PeopleField>({
  email: 'email emailaddress mail primaryemail workemail userprincipalname upn username login',
  first_name: 'firstname givenname forename',
  last_name: 'lastname surname familyname',
  name: 'name fullname displayname person employee user salesagent agent salesrep rep salesperson member colleague',
  manager: 'manager groupmanager teammanager managername manageremail teamlead teamleader supervisor reportsto lead',
  group:
    'group team groupname teamname practicegroup department orgunitpath office regionaloffice region practice division location',
  role: 'role permission accesslevel usertype',
  active:
    'accountenabled active isactive enabled status accountstatus userstatus suspended blocksignin blockcredential signinblocked disabled',
})

/**
 * File that a known system exports: one with any of the `marks` and at least three of the `headings`. `never` are
 * headings that resemble a field but aren't one, such as an amount times its probability, or a person's title.
 */
export type KnownExport = { name: string; marks: string[]; headings: Aliases<TargetField>; never: string[] }
const known = (
  name: string,
  marks: string,
  headings: Partial<Record<TargetField, string>>,
  never = '',
): KnownExport => ({
  name,
  marks: marks.split('; '),
  headings: aliases(headings, '; '),
  never: never === '' ? [] : never.split('; '),
})

export const knownExports: readonly KnownExport[] = [
  known(
    'opportunities exported from Salesforce',
    'Opportunity Name; StageName',
    {
      external_id: 'Opportunity ID; Id',
      goal: 'Opportunity Name; Name',
      company: 'Account Name; Account: Account Name; Account.Name',
      contact: 'Primary Contact; Contact Name; Contact: Full Name',
      contact_email: 'Contact: Email; Email',
      contact_phone: 'Contact: Phone; Contact: Business Phone; Phone',
      owner: 'Opportunity Owner; Opportunity Owner: Full Name; Owner.Name; Owner',
      status: 'Stage; StageName',
      closed: 'Close Date; CloseDate',
      created: 'Created Date; CreatedDate',
      revenue: 'Amount; Amount (converted); Total Amount',
      type: 'Type; Opportunity Type',
      next_step: 'Next Step; NextStep',
      lost_reason: 'Loss Reason; Lost Reason; Closed Lost Reason',
      note: 'Description',
      came_from: 'Referred By; Lead Source; LeadSource',
    },
    'Expected Revenue; ExpectedRevenue; Last Modified Date',
  ),
  known(
    'contacts exported from Salesforce',
    'Contact Owner; Contact ID; Contact Owner: Full Name',
    {
      external_id: 'Contact ID',
      contact_first_name: 'First Name',
      contact_last_name: 'Last Name',
      contact: 'Full Name; Contact Name; Name',
      contact_email: 'Email; Contact: Email',
      contact_phone: 'Phone; Business Phone; Contact: Phone; Mobile; Mobile Phone',
      company: 'Account Name; Account: Account Name',
      owner: 'Contact Owner; Contact Owner: Full Name',
      created: 'Created Date',
      note: 'Contact Description; Description',
    },
    'Title; Last Modified Date',
  ),
  known('accounts exported from Salesforce', 'Account Owner; Account ID; Account Owner: Full Name', {
    external_id: 'Account ID',
    company: 'Account Name',
    owner: 'Account Owner; Account Owner: Full Name',
    created: 'Created Date',
    type: 'Type; Account Type',
    value: 'Rating; Account Rating',
    note: 'Account Description; Description',
  }),
  known(
    'deals exported from HubSpot',
    'Deal Name',
    {
      external_id: 'Record ID; Deal ID',
      goal: 'Deal Name',
      company: 'Associated Company (Primary); Associated Company; Associated Companies; Primary Company; Company Name',
      contact: 'Associated Contact; Associated Contacts; Primary Contact',
      owner: 'Deal owner',
      status: 'Deal Stage',
      closed: 'Close Date',
      created: 'Create Date',
      revenue: 'Amount; Deal Amount; Amount in company currency',
      type: 'Deal Type',
      value: 'Priority',
      next_step: 'Next step',
      next_step_due: 'Next Activity Date',
      lost_reason: 'Closed Lost Reason',
      note: 'Deal Description',
      came_from:
        'Referred by; Lead Source; Deal Source; Original Traffic Source; Original Source Type; Original Source',
    },
    'Forecast amount; Weighted amount; Weighted amount in company currency',
  ),
  known('contacts exported from HubSpot', 'Contact owner; Lifecycle Stage', {
    external_id: 'Record ID; Contact ID',
    contact_first_name: 'First Name',
    contact_last_name: 'Last Name',
    contact_email: 'Email; Work email',
    contact_phone: 'Phone Number; Mobile Phone Number',
    company: 'Associated Company (Primary); Associated Company; Primary Associated Company; Company Name',
    owner: 'Contact owner',
    created: 'Create Date',
    type: 'Lifecycle Stage',
    next_step_due: 'Next Activity Date',
  }),
  known('companies exported from HubSpot', 'Company owner; Company Domain Name', {
    external_id: 'Record ID; Company ID',
    company: 'Company name; Name',
    owner: 'Company owner',
    created: 'Create Date',
    type: 'Lifecycle Stage',
    next_step_due: 'Next Activity Date',
    note: 'Description; About Us',
  }),
  known(
    'deals exported from Pipedrive',
    'Deal - Title; Deal - Status; Deal - Stage',
    {
      external_id: 'Deal - ID; Deal - Pipedrive System ID',
      goal: 'Deal - Title',
      company: 'Deal - Organization; Organization - Name; Organization',
      contact: 'Deal - Contact person; Person - Name; Contact person',
      contact_email: 'Person - Email - Work; Person - Email (Work); Person - Email',
      contact_phone: 'Person - Phone - Work; Person - Phone (Work); Person - Phone; Person - Phone - Mobile',
      owner: 'Deal - Owner',
      status: 'Deal - Status; Deal - Stage; Deal - Stage (pipeline)',
      stage: 'Deal - Stage; Deal - Stage (pipeline)',
      closed: 'Deal - Deal closed on; Deal - Closed on; Deal - Won time; Deal - Lost time',
      expected_close: 'Deal - Expected close date',
      created: 'Deal - Deal created; Deal - Creation date',
      revenue: 'Deal - Value',
      chance: 'Deal - Probability',
      next_step: 'Deal - Next activity',
      next_step_due: 'Deal - Next activity date',
      lost_reason: 'Deal - Lost reason',
      came_from: 'Deal - Referred by; Deal - Lead source; Deal - Source; Deal - Source channel',
    },
    'Deal - Weighted value',
  ),
  known('people exported from Pipedrive', 'Person - Name; Person - Last name; Person - Organization', {
    external_id: 'Person - ID; Person - Pipedrive System ID',
    contact: 'Person - Name',
    contact_first_name: 'Person - First name',
    contact_last_name: 'Person - Last name',
    contact_email: 'Person - Email - Work; Person - Email (Work); Person - Email',
    contact_phone: 'Person - Phone - Work; Person - Phone (Work); Person - Phone; Person - Phone - Mobile',
    company: 'Person - Organization; Organization - Name; Organization',
    owner: 'Person - Owner',
    created: 'Person - Person created; Person - Creation date',
    next_step_due: 'Person - Next activity date',
    note: 'Person - Note',
  }),
  known('organizations exported from Pipedrive', 'Organization - Name', {
    external_id: 'Organization - ID; Organization - Pipedrive System ID',
    company: 'Organization - Name',
    contact: 'Person name',
    owner: 'Organization - Owner',
    created: 'Organization - Organization created; Organization - Creation date',
    next_step_due: 'Organization - Next activity date',
  }),
  known(
    'opportunities exported from Dynamics 365',
    '(Do Not Modify) Opportunity; Est. Close Date; Potential Customer',
    {
      external_id: '(Do Not Modify) Opportunity',
      goal: 'Topic',
      company: 'Potential Customer; Account; Customer; Company Name',
      contact: 'Contact; Primary Contact',
      contact_email: 'Email Address; Email Address (Potential Customer); Email (Contact)',
      contact_phone: 'Business Phone (Contact); Main Phone (Potential Customer)',
      owner: 'Owner',
      status: 'Status; Status Reason; Pipeline Phase; Sales Stage',
      stage: 'Pipeline Phase; Sales Stage',
      closed: 'Actual Close Date',
      expected_close: 'Est. Close Date; Estimated Close Date; Close Date',
      created: 'Created On',
      revenue: 'Actual Revenue',
      projected_revenue: 'Est. Revenue; Estimated Revenue',
      value: 'Rating; Priority',
      note: 'Description; Current Situation',
      came_from: 'Referred By; Lead Source; Source',
    },
  ),
  known('contacts exported from Dynamics 365', '(Do Not Modify) Contact', {
    external_id: '(Do Not Modify) Contact',
    contact: 'Full Name',
    contact_first_name: 'First Name',
    contact_last_name: 'Last Name',
    contact_email: 'Email; Email Address',
    contact_phone: 'Business Phone; Mobile Phone',
    company: 'Company Name; Account',
    owner: 'Owner',
    created: 'Created On',
    note: 'Description',
  }),
  known('accounts exported from Dynamics 365', '(Do Not Modify) Account', {
    external_id: '(Do Not Modify) Account',
    company: 'Account Name',
    contact: 'Primary Contact',
    contact_email: 'Email (Primary Contact); E-mail (Primary Contact); Email',
    contact_phone: 'Main Phone',
    owner: 'Owner',
    created: 'Created On',
    type: 'Relationship Type',
    note: 'Description',
  }),
]
