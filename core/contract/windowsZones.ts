// From Unicode's CLDR (windowsZones, territory 001).
const names = `
Dateline*=Etc/GMT+12
Aleutian*=America/Adak
Hawaiian*=Pacific/Honolulu
Marquesas*=Pacific/Marquesas
Alaskan*=America/Anchorage
Pacific* (Mexico)=America/Tijuana
Pacific*=America/Los_Angeles
US Mountain*=America/Phoenix
Mountain* (Mexico)=America/Chihuahua
Mountain*=America/Denver
Yukon*=America/Whitehorse
Central America*=America/Guatemala
Central*=America/Chicago
Easter Island*=Pacific/Easter
Central* (Mexico)=America/Mexico_City
Canada Central*=America/Regina
SA Pacific*=America/Bogota
Eastern* (Mexico)=America/Cancun
Eastern*=America/New_York
Haiti*=America/Port-au-Prince
Cuba*=America/Havana
US Eastern*=America/Indianapolis
Turks And Caicos*=America/Grand_Turk
Paraguay*=America/Asuncion
Atlantic*=America/Halifax
Venezuela*=America/Caracas
Central Brazilian*=America/Cuiaba
SA Western*=America/La_Paz
Pacific SA*=America/Santiago
Newfoundland*=America/St_Johns
Tocantins*=America/Araguaina
E. South America*=America/Sao_Paulo
SA Eastern*=America/Cayenne
Argentina*=America/Buenos_Aires
Greenland*=America/Godthab
Montevideo*=America/Montevideo
Magallanes*=America/Punta_Arenas
Saint Pierre*=America/Miquelon
Bahia*=America/Bahia
Azores*=Atlantic/Azores
Cape Verde*=Atlantic/Cape_Verde
UTC=Etc/UTC
GMT*=Europe/London
Greenwich*=Atlantic/Reykjavik
Sao Tome*=Africa/Sao_Tome
Morocco*=Africa/Casablanca
W. Europe*=Europe/Berlin
Central Europe*=Europe/Budapest
Romance*=Europe/Paris
Central European*=Europe/Warsaw
W. Central Africa*=Africa/Lagos
Jordan*=Asia/Amman
GTB*=Europe/Bucharest
Middle East*=Asia/Beirut
Egypt*=Africa/Cairo
E. Europe*=Europe/Chisinau
Syria*=Asia/Damascus
West Bank*=Asia/Hebron
South Africa*=Africa/Johannesburg
FLE*=Europe/Kiev
Israel*=Asia/Jerusalem
South Sudan*=Africa/Juba
Kaliningrad*=Europe/Kaliningrad
Sudan*=Africa/Khartoum
Libya*=Africa/Tripoli
Namibia*=Africa/Windhoek
Arabic*=Asia/Baghdad
Turkey*=Europe/Istanbul
Arab*=Asia/Riyadh
Belarus*=Europe/Minsk
Russian*=Europe/Moscow
E. Africa*=Africa/Nairobi
Iran*=Asia/Tehran
Arabian*=Asia/Dubai
Astrakhan*=Europe/Astrakhan
Azerbaijan*=Asia/Baku
Russia Time Zone 3=Europe/Samara
Mauritius*=Indian/Mauritius
Saratov*=Europe/Saratov
Georgian*=Asia/Tbilisi
Volgograd*=Europe/Volgograd
Caucasus*=Asia/Yerevan
Afghanistan*=Asia/Kabul
West Asia*=Asia/Tashkent
Ekaterinburg*=Asia/Yekaterinburg
Pakistan*=Asia/Karachi
Qyzylorda*=Asia/Qyzylorda
India*=Asia/Calcutta
Sri Lanka*=Asia/Colombo
Nepal*=Asia/Katmandu
Central Asia*=Asia/Almaty
Bangladesh*=Asia/Dhaka
Omsk*=Asia/Omsk
Myanmar*=Asia/Rangoon
SE Asia*=Asia/Bangkok
Altai*=Asia/Barnaul
W. Mongolia*=Asia/Hovd
North Asia*=Asia/Krasnoyarsk
N. Central Asia*=Asia/Novosibirsk
Tomsk*=Asia/Tomsk
China*=Asia/Shanghai
North Asia East*=Asia/Irkutsk
Singapore*=Asia/Singapore
W. Australia*=Australia/Perth
Taipei*=Asia/Taipei
Ulaanbaatar*=Asia/Ulaanbaatar
Aus Central W.*=Australia/Eucla
Transbaikal*=Asia/Chita
Tokyo*=Asia/Tokyo
North Korea*=Asia/Pyongyang
Korea*=Asia/Seoul
Yakutsk*=Asia/Yakutsk
Cen. Australia*=Australia/Adelaide
AUS Central*=Australia/Darwin
E. Australia*=Australia/Brisbane
AUS Eastern*=Australia/Sydney
West Pacific*=Pacific/Port_Moresby
Tasmania*=Australia/Hobart
Vladivostok*=Asia/Vladivostok
Lord Howe*=Australia/Lord_Howe
Bougainville*=Pacific/Bougainville
Russia Time Zone 10=Asia/Srednekolymsk
Magadan*=Asia/Magadan
Norfolk*=Pacific/Norfolk
Sakhalin*=Asia/Sakhalin
Central Pacific*=Pacific/Guadalcanal
Russia Time Zone 11=Asia/Kamchatka
New Zealand*=Pacific/Auckland
Fiji*=Pacific/Fiji
Chatham Islands*=Pacific/Chatham
Tonga*=Pacific/Tongatapu
Samoa*=Pacific/Apia
Line Islands*=Pacific/Kiritimati
`
const zones = new Map(
  names
    .trim()
    .split('\n')
    .map((line) => {
      const [name, zone] = line.replace('*', ' Standard Time').split('=') as [string, string]
      return [name.toLowerCase(), zone]
    }),
)

/** Converts 'W. Europe Standard Time' to 'Europe/Berlin'. Returns undefined for an unknown name. */
export function zoneOfWindows(name: string): string | undefined {
  const [, sign, hours] = /^UTC([+-])(\d\d)$/.exec(name) ?? []
  // The database uses the opposite sign.
  if (sign) return `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`
  return zones.get(name.toLowerCase())
}
