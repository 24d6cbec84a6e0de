// Thousands of companies, some with several spellings, and as many people. The same number always gives the same name.
const surnames =
  'Aldous Ashdown Barrow Beckett Bellamy Birch Blackwood Brandt Bristow Calloway Carver Castellan Chandler Corvane Dalton Delacroix Denholm Draper Eastman Ellery Fairfax Falk Farrow Fenwick Ferrow Gallagher Garrick Granger Greaves Halden Hargrave Hartmann Haverford Holloway Ibsen Ingram Jarrow Jensen Karlsen Keating Kendrick Kessler Kingsley Lambert Larkspur Lindqvist Lockhart Lomax Mallory Marlowe Mercer Merrick Moreau Nakamura Nordal Novak Okonkwo Osborne Ostby Pellworth Pemberton Petrov Quillon Radcliffe Ramsey Redfern Rosewood Rutherford Sandoval Sinclair Sorensen Stanhope Strand Tamsin Thackeray Thorne Tillman Tremaine Underhill Valdez Vandermeer Varga Wakefield Weatherby Wexford Whitlock Winslow Wolcott Yamada Yardley Zentaur Zimmermann'.split(
    ' ',
  )
const trades =
  'Shipping,Analytics,Ferries,Clinics,Steelworks,Mutual,Capital Partners,Foods,Biosciences,Logistics,Paper Mills,Energy,Realty Trust,Software,Aerospace,Hotels,Insurance Brokers,Textiles,Robotics,Vineyards,Engineering,Freight,Pharmaceuticals,Media Group,Construction'.split(
    ',',
  )
const places = ['', '', '', 'Northern ', 'Pacific ', 'Great Lakes ', 'National ', 'American ', 'First ', 'Bay ']
const forms = ['', '', '', '', ' Inc.', ' LLC', ', Inc.', ' Ltd', ' & Sons', ' GmbH']
const firstNames =
  'Ada Adam Alma Amir Anja Ben Bianca Bruno Camille Carlos Chloe Cleo Dana Daniel Dora Edgar Elif Emil Esther Farah Felix Fiona Gabriel Goran Grace Hana Henry Holly Hugo Ines Iris Ivan Jack Joan Jonas Julia Kai Kira Kofi Lena Leo Lucia Marcus Maya Mina Naomi Nils Noor Olga Oskar Owen Paula Pia Priya Quinn Rafael Rosa Rui Samuel Simone Sofia Stefan Tariq Tessa Theo Uma Ursula Vera Victor Wanda Wes Ximena Yara Yusuf Yvonne Zane Zoe Zoltan'.split(
    ' ',
  )

/** Companies named after a single person. */
const SINGLE = surnames.length * trades.length * 8

/** Company number `n` of a million. One in thirty is spelled carelessly. */
export function companyName(n: number): string {
  const at = n % SINGLE
  const place = places[Math.floor(at / (surnames.length * trades.length)) + 2]!
  const partner = Math.floor(n / SINGLE)
  const names = `${surnames[at % surnames.length]}${partner > 0 ? ` ${surnames[(at + partner) % surnames.length]}` : ''}`
  const name = `${place}${names} ${trades[Math.floor(at / surnames.length) % trades.length]}`
  const form = forms[(n * 7) % forms.length]!
  const slip = 2 + (n % (name.length - 3))
  return (n % 30 === 0 ? name.slice(0, slip) + name.slice(slip + 1) : name) + form
}

const beginnings =
  'Ald Ash Bar Beck Blen Bram Brin Burl Cald Car Chad Clay Cole Cran Dal Den Dray East Ell Fair Far Fen Gar Gold Gran Hal Har Hay Hol Kent Lang Lin Mar Mel Nor Oak Pem Ray Red Rook Sel Sher Stan Tar Thorn Wal Wes Win'.split(
    ' ',
  )
const endings =
  'bank berg borough bourne brook by cott croft dale den feld field ford gate grave ham hurst land ley man mead mere mond more ridge shaw son stead ton well wick worth'.split(
    ' ',
  )
const lastNames = beginnings.length * endings.length

/** One of over a hundred thousand names, in turn. One contact in ten shares a name with an unrelated contact. */
export function personName(n: number): { first_name: string; last_name: string } {
  const at = (Math.floor(n / firstNames.length) * 599) % lastNames
  return {
    first_name: firstNames[n % firstNames.length]!,
    last_name: `${beginnings[at % beginnings.length]}${endings[Math.floor(at / beginnings.length)]}`,
  }
}
