// Names that files of contacts use for their fields: headings in general, and those that address books and other systems
// export. Headings are compared without case, spaces, and symbols. Sources: the files of Outlook and Google Contacts,
// LinkedIn's 'Connections.csv', and the sources of aliases.ts. Pure.
import { type Aliases, headingWord } from './aliases.ts'
import type { ImportColumn } from './contract.ts'
import { type ContactFileField, emailFields, phoneFields } from './mappingContract.ts'

const words = (text: string) => text.split(/\s+/)

/** The best address comes first. Each field takes the first column that no other field has. */
const emailWords = words(
  `email emailaddress mail email1 email1address email1value emailaddress1 primaryemail workemail businessemail
  contactemail personemailwork personemail emailwork email2 email2address email2value emailaddress2 secondaryemail
  otheremail additionalemailaddresses personalemail homeemail personemailhome personemailother alternateemail email3
  email3address email3value emailaddress3 email4 email4value email5 email5value`,
)
const phoneWords = words(
  `phone businessphone workphone phonenumber telephone telephonenumber tel phone1 phone1value primaryphone contactphone
  directphone officephone mainphone personphonework personphone businessphone2 mobile mobilephone mobilephonenumber
  mobilenumber cell cellphone personphonemobile phone2 phone2value otherphone homephone homephone2 personphonehome
  personphoneother phone3 phone3value phone4 phone4value phone5 phone5value assistantphone asstphone`,
)

export const contactWords: Aliases<ContactFileField> = {
  external_id: words('contactid personid recordid externalid id uid personpipedrivesystemid donotmodifycontact'),
  first_name: words('firstname givenname forename contactfirstname personfirstname'),
  last_name: words('lastname surname familyname contactlastname personlastname'),
  name: words('fullname name displayname contactname contactfullname contact personname person'),
  company: words(
    `company companyname account accountname accountaccountname organization organisation organizationname
    organization1name personorganization associatedcompanyprimary associatedcompany primaryassociatedcompany
    primarycompany employer firm business clientname client customer`,
  ),
  title: words('title jobtitle position designation organizationtitle organization1title personjobtitle persontitle'),
  ...Object.fromEntries(emailFields.map((field) => [field, emailWords])),
  ...Object.fromEntries(phoneFields.map((field) => [field, phoneWords])),
  owner: words(
    `owner contactowner contactownerfullname personowner owneremail keptby accountowner assignedto relationshipmanager
    salesagent salesrep rep agent responsible`,
  ),
  note: words('note notes comment comments remark remarks personnote contactdescription description background'),
}

/** Headings that only one system uses. */
const marks: [name: string, headings: string[]][] = [
  ['contacts exported from Outlook', ['E-mail Display Name', 'E-mail 2 Address', 'Business Street', 'E-mail Type']],
  [
    'contacts exported from Google',
    ['E-mail 1 - Value', 'Phone 1 - Value', 'Organization 1 - Name', 'Group Membership'],
  ],
  ['connections exported from LinkedIn', ['Connected On']],
  ['contacts exported from HubSpot', ['Lifecycle Stage', 'Associated Company IDs', 'Associated Company (Primary)']],
  ['contacts exported from Salesforce', ['Contact ID', 'Contact Owner: Full Name', 'Account Name: Account Name']],
  ['people exported from Pipedrive', ['Person - Name', 'Person - Organization']],
  ['contacts exported from Dynamics 365', ['(Do Not Modify) Contact']],
]

/** Describes a known export of contacts by its headings. Null for any other file. */
export function contactExportOf(columns: Pick<ImportColumn, 'header'>[]): string | null {
  const here = new Set(columns.map(({ header }) => headingWord(header)))
  return marks.find(([, headings]) => headings.some((heading) => here.has(headingWord(heading))))?.[0] ?? null
}
