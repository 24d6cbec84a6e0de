// Providers whose domain says nothing about a person's company.

const international = `
gmail googlemail outlook hotmail live msn yahoo ymail rocketmail icloud me mac aol gmx proton protonmail pm tutanota tuta
zoho fastmail mail email inbox hey yandex mailbox posteo hushmail
`
/** Domains of providers in one country, and of internet connections. */
const national = `
web.de freenet.de t-online.de online.de arcor.de vodafone.de vodafonemail.de 1und1.de kabelmail.de unitybox.de alice.de
magenta.de mail.de email.de mailbox.org posteo.de posteo.net bluewin.ch hispeed.ch sunrise.ch swissonline.ch chello.at
aon.at a1.net orange.fr wanadoo.fr free.fr sfr.fr neuf.fr laposte.net bbox.fr numericable.fr club-internet.fr
aliceadsl.fr cegetel.net voila.fr noos.fr nordnet.fr skynet.be telenet.be proximus.be videotron.ca sympatico.ca
rogers.com shaw.ca bell.net telefonica.net movistar.es terra.es ono.com orange.es vodafone.es jazztel.es ya.com
telmex.com prodigy.net.mx terra.com.mx comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net
earthlink.net optonline.net frontier.com windstream.net btinternet.com bt.com sky.com virginmedia.com ntlworld.com
talktalk.net blueyonder.co.uk tiscali.co.uk bigpond.com optusnet.com.au xtra.co.nz libero.it virgilio.it alice.it tin.it
tiscali.it ziggo.nl xs4all.nl kpnmail.nl planet.nl hetnet.nl qq.com 163.com 126.com naver.com duck.com pm.me hey.com
privaterelay.appleid.com users.noreply.github.com
`
const names = new Set(international.trim().split(/\s+/))
const domains = new Set(national.trim().split(/\s+/))

/** 'yahoo.co.uk', 'gmx.net', and 'live.com.mx' belong to the same providers everywhere. */
export function isPublicMailDomain(domain: string): boolean {
  const [name = '', ...ending] = domain.toLowerCase().split('.')
  return domains.has(domain.toLowerCase()) || (names.has(name) && ending.join('.').length <= 6 && ending.length <= 2)
}
