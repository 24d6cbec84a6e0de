// Invented company names, modeled on public registers, letterheads, and lists: legal forms, '&' and 'and', accents,
// initials, abbreviations, typos.

/** Pairs that name the same company. */
const same = `
Acme, Inc. | ACME Incorporated
Acme Inc | Acme
Halden Shipping Ltd | Halden Shipping Limited
Halden Shipping | HALDEN SHIPPING LTD.
Corvane Analytics LLC | Corvane Analytics, L.L.C.
Corvane Analytics | Corvane Analytics Corp.
Pellworth Mutual Co. | Pellworth Mutual Company
Quillon Steelworks GmbH | Quillon Steelworks
Quillon Steelworks GmbH & Co. KG | Quillon Steelworks GmbH
Nordlicht Verlag AG | Nordlicht Verlag
Brandt und Söhne | Brandt & Söhne GmbH
Brandt & Soehne | Brandt & Söhne
Müller Maschinenbau | Mueller Maschinenbau GmbH
Groß Logistik GmbH | Gross Logistik
Société Lumière SA | Societe Lumiere
Lumière S.A.S. | Lumiere SAS
Fils et Frères SARL | Fils & Freres
Banco Peñalara S.A. | Banco Penalara
Viñedos Ortega S.L. | Vinedos Ortega
Ferretti S.p.A. | Ferretti SpA
Ferretti e Figli Srl | Ferretti & Figli S.r.l.
Van Houten B.V. | Van Houten BV
Kuiper en Zonen B.V. | Kuiper & Zonen
Zuidzee N.V. | Zuidzee NV
Lindqvist AB | Lindqvist
Sørensen A/S | Sorensen AS
Sørensen og Sønner | Sorensen & Sonner ApS
Kivi Oy | Kivi Oyj
Fjordkraft Maritim AS | Fjordkraft Maritim
Zakłady Wisła Sp. z o.o. | Zaklady Wisla
Dvořák Stroje s.r.o. | Dvorak Stroje
Wattle Creek Pty Ltd | Wattle Creek
Wattle Creek Proprietary Limited | Wattle Creek Pty. Ltd.
Thistle & Thorn plc | Thistle and Thorn PLC
Thistle & Thorn | Thistle And Thorn
Hart, Stone & Vale LLP | Hart Stone and Vale
Johnson + Reed Architects | Johnson & Reed Architects
I.B.M. | IBM
I. B. M. Corp. | IBM Corporation
A.C.M.E. | ACME
K.L.T. Foods | KLT Foods
J. P. Arden & Co. | JP Arden
J.P. Arden & Company | J P Arden
R & B Freight | R and B Freight
The Larkspur Clinics | Larkspur Clinics
The Garner Company | Garner
Larkspur Intl | Larkspur International
Tamsin Intl. Ferries | Tamsin International Ferries
Okoro Bros. | Okoro Brothers
Okoro Bros Mfg | Okoro Brothers Manufacturing
Everline Mfg. Co. | Everline Manufacturing Company
Deltoid Freight Svcs | Deltoid Freight Services
Deltoid Freight Service | Deltoid Freight Services Inc.
Ardent Natl Bank | Ardent National Bank
Bluefin Labs | Bluefin Laboratories
Bluefin Lab, Inc. | Bluefin Laboratory
Corvid Tech | Corvid Technologies
Corvid Technology | Corvid Technologies LLC
Sunward Sys. | Sunward Systems
Prairie Mgmt | Prairie Management
Prairie Mgt. Co | Prairie Management
Oakmont Assoc. | Oakmont Associates
Oakmont Assocs LLP | Oakmont Associates
Granite Constr. | Granite Construction
Redfern Eng. | Redfern Engineering
Juniper Ins. | Juniper Insurance
Juniper Fin. Group | Juniper Financial
Marlow Pharma | Marlow Pharmaceuticals
Marlow Pharm. AG | Marlow Pharmaceuticals
Cedar Dist. | Cedar Distribution
St. Brendan Hospital | Saint Brendan Hospital
Mt. Ashby Medical Ctr | Mount Ashby Medical Center
Ashby Medical Centre | Ashby Medical Center
Univ. of Carrow | University of Carrow
Beacon Holdings | Beacon
Beacon Holding AG | Beacon
Beacon Group | Beacon
Beacon Group Holdings Ltd | Beacon
Grupo Almar | Almar
Almar Grupo S.A. de C.V. | Almar
Tavistock Group plc | Tavistock
Tavistock Hldgs | Tavistock Holdings
Silverline Usa Inc | Silverline
Silverline US | Silverline LLC
O'Hara Paints | OHara Paints
O’Hara Paints | O'Hara Paints Ltd
Wendell's Bakery | Wendells Bakery
D'Amico Tiles | DAmico Tiles
Smith-Vale Partners | Smith Vale Partners
Smith/Vale Partners | Smith-Vale Partners
Northgate.com Inc | Northgate com
Bay-Line Ferries | Bay Line Ferries
Sea Way Tankers | Sea-Way Tankers
  Copper   Hill Mining | Copper Hill Mining
COPPER HILL MINING CORP | copper hill mining
Zephyr Energy, LP | Zephyr Energy
Zephyr Energy L.P. | Zephyr Energy LP
Kestrel Capital Pte Ltd | Kestrel Capital Pte. Ltd.
Kestrel Cap | Kestrel Capital
Sakura Denki K.K. | Sakura Denki
Sakura Denki Kabushiki Kaisha | Sakura Denki KK
Mehta Textiles Pvt. Ltd. | Mehta Textiles Private Limited
Mehta Textiles | Mehta Textiles Pvt Ltd
Seri Kota Sdn Bhd | Seri Kota
Rocha & Lima Ltda. | Rocha e Lima
Rocha e Lima Ltda | Rocha & Lima
Gazelle OOO | Gazelle
Delta Dynamo d.o.o. | Delta Dynamo
Meridian Foods | Meridien Foods
Meridian Foods | Meridan Foods
Meridian Foods | Merdian Foods
Meridian Foods | Meridiann Foods
Meridian Foods | Meirdian Foods
Microton Devices | Micortone Devices
Microton Devices | Micotron Devices
Accendis | Acendis
Accendis | Accendiss
Wellington Partners | Welington Partners
Wellington Partners | Wellingten Partners
Philipson Dairies | Phillipson Dairies
Philipson Dairies | Filipson Dairies
McAllister Roofing | MacAllister Roofing
McAllister Roofing | McAlister Roofing
Stephenson Motors | Stevenson Motors
Hoffmann Optik | Hofmann Optik
Hoffmann Optik | Hoffman Optik
Petterson Marine | Peterson Marine
Petterson Marine | Pettersen Marine
Schneider Pumpen | Schnieder Pumpen
Schneider Pumpen | Schneidr Pumpen
Castellano Olive Oil | Castelano Olive Oil
Castellano Olive Oil | Castellanno Olive Oil
Brighton Glassworks | Brigthon Glassworks
Brighton Glassworks | Brighton Glaswworks
Brighton Glassworks | Brighton Glasswork
Harrington Textiles | Harington Textiles
Harrington Textiles | Harrinton Textiles
Fitzgerald Realty | Fitzgerld Realty
Fitzgerald Realty | Fitzgerald Realtey
Consolidated Papers | Consoldated Papers
Consolidated Papers | Consolidatd Papers
Independence Brewing | Independance Brewing
Independence Brewing | Independence Brewng
Liberty Aerospace | Liberty Aerospce
Liberty Aerospace | Libertty Aerospace
Commonwealth Quarries | Comonwealth Quarries
Commonwealth Quarries | Commonwealth Quaries
Evergreen Nurseries | Evergreeen Nurseries
Evergreen Nurseries | Evergren Nurseries
Constellation Yachts | Constelation Yachts
Constellation Yachts | Constellaton Yachts
Tangerine Software | Tangarine Software
Tangerine Software | Tangerine Sofware
Tangerine Software | Tangerine Softwear
Whitfield Ceramics | Whitefield Ceramics
Whitfield Ceramics | Whitfeild Ceramics
Quintessa Wines | Quintesa Wines
Quintessa Wines | Quintessa Wine
Blackwood Timber | Blackwod Timber
International Ferrous Alloys | IFA
Kingston Upon Vale Water Authority | Kingston Vale Water
Tamsin Bay Ferries | Ferries Tamsin Bay
`

/** Pairs that name two companies. */
const different = `
Acme Bank | Acme Foods
Acme Bank | Acme Press
Acme Foods | Acme Foundry
Acme | Acumen
Acme | Apex
Halden Shipping | Halden Fishing
Halden Shipping | Halden Insurance
Halden Shipping | Corvane Shipping
North Bank | South Bank
Northern Gas | Southern Gas
Northgate Partners | Southgate Partners
Eastman Tools | Westman Tools
East River Trust | West River Trust
Upper Vale Dairy | Lower Vale Dairy
Old Mill Bakery | New Mill Bakery
Pacific Bank | Pacific Tank
Pacific Steel | Atlantic Steel
Pacific Air | Pacific Oil
Summit Foods | Summit Goods
Summit Foods | Summit Roads
Stone Capital | Stove Capital
Stone Partners | Shone Partners
First National Bank | Second National Bank
First Harbor Bank | First Arbor Bank
Bank of Carrow | Bank of Barrow
University of Carrow | University of Farrow
County of Vale | County of Dale
Unit 1 Storage | Unit 2 Storage
Studio 54 Design | Studio 45 Design
Route 66 Tyres | Route 65 Tyres
Channel 4 Media | Channel 5 Media
Area 12 Labs | Area 21 Labs
3M Coatings | 4M Coatings
ABC Plumbing | ABD Plumbing
ABC Plumbing | ACB Plumbing
BMC Trucks | BMG Trucks
IBM | ICM
KLT Foods | KLM Foods
J. Arden & Co. | K. Arden & Co.
J. P. Arden | J. B. Arden
R & B Freight | R & D Freight
Garner Paints | Turner Paints
Garner Paints | Gardner Hotels
Smith Vale | Smith Dale
Smith Partners | Smyth Hotels
Baker & Cole | Barker & Cole Dairies
Hart & Stone | Hart & Vale
Hart & Stone | Stone & Vale
Mason Brothers | Mason Sisters
Okoro Brothers | Okoro Renewables
Oakmont Associates | Oakmont Association of Growers
Oak Capital | Elm Capital
Red Fern Books | Red Barn Books
Red Lion Inn | Red Line Inn
Blue Whale Media | Blue White Media
Green Field Farms | Green Shield Farms
Silver Lake | Silver Lane
Silver Lake Resorts | Silver Cake Resorts
Golden Gate Movers | Golden Goose Movers
Copper Hill Mining | Copper Mill Mining
Copper Hill Mining | Copper Hall Mining
Cedar Point | Cedar Paint
Cedar Creek Homes | Cedar Crest Homes
Maple Leaf Dental | Maple Loaf Dental
Rose Hill Clinic | Rose Mill Clinic
Fox Run Golf | Fox Sun Golf
Bay Line Ferries | Day Line Ferries
Sea View Hotels | Tea View Hotels
Sky Bridge | Sly Bridge
Sun Power | Gun Power
Star Motors | Spar Motors
Moon River Cafe | Noon River Cafe
King Street Legal | Ring Street Legal
Queen Mary Trust | Queen Maud Trust
Prince Capital | Price Capital
Duke Energy Works | Luke Energy Works
Delta Airways | Delta Railways
Delta Freight | Deltoid Freight
Alpha Logistics | Alpine Logistics
Alpha Systems | Omega Systems
Beta Foods | Zeta Foods
Gamma Labs | Sigma Labs
Orion Software | Onion Software
Orion Wind | Orion Wine
Titan Steel | Satin Steel
Atlas Movers | Altos Movers
Apollo Press | Apollo Dress
Hermes Couriers | Herons Couriers
Phoenix Tiles | Phoenix Tires
Mercury Lamps | Mercury Dams
Saturn Labs | Return Labs
Neptune Pools | Neptune Tools
Vulcan Forge | Vulcan Gorge
Juno Travel | Judo Travel
Bluefin Laboratories | Yellowfin Laboratories
Bluefin Labs | Blueline Labs
Corvid Press | Covid Press
Corvid Press | Corvid Dress
Sunward Systems | Windward Systems
Sunward Systems | Seaward Systems
Leeward Lines | Windward Lines
Prairie Management | Prairie Fire
Granite Construction | Granite Countertops
Redfern Engineering | Redfern Catering
Juniper Insurance | Juniper Networks
Marlow Pharmaceuticals | Barlow Pharmaceuticals
Marlow Pharmaceuticals | Harlow Pharmaceuticals
Ashby Medical Center | Ashby Garden Center
Saint Brendan Hospital | Saint Brigid Hospital
Saint Anne School | Saint Ann Abbey
Mount Ashby | Mount Derby
Fort Wells | Fort Bells
Beacon Paints | Deacon Paints
Beacon Hill | Bacon Grill
Tavistock Hotels | Tavistock Motors
Silverline Trains | Silverline Planes
Quillon Steelworks | Quillon Glassworks
Quillon Steelworks | Quill Papers
Pellworth Mutual | Pellworth Brewing
Larkspur Clinics | Larkspur Kitchens
Tamsin Bay Ferries | Tamsin Bay Berries
Nordlicht Verlag | Nordlicht Reisen
Brandt & Söhne | Brand & Töchter
Müller Maschinenbau | Müller Milch
Müller Maschinenbau | Keller Maschinenbau
Société Lumière | Société Lunaire
Banco Peñalara | Banco Guadalara
Ferretti | Ferrari
Van Houten | Van Buren
Lindqvist | Lundqvist Papper
Sørensen Byg | Svensson Byg
Kivi Oy | Kiwi Oy
Fjordkraft | Vindkraft
Dvořák Stroje | Novák Stroje
Wattle Creek | Battle Creek
Thistle & Thorn | Thistle & Horn
Johnson & Reed | Johnson & Weed
Zephyr Energy | Zephyr Textiles
Kestrel Capital | Kestrel Air
Sakura Denki | Sakura Bank
Mehta Textiles | Mehta Hospitals
Seri Kota | Seri Kita
Rocha e Lima | Rocha e Silva
Gazelle | Gazette
Meridian Foods | Meridian Funds
Meridian Foods | Median Foods
Meridian Foods | Obsidian Foods
Microton Devices | Macrotone Devices
Wellington Partners | Washington Partners
Wellington Boots | Wellington Roofs
Stephenson Motors | Stephenson Hotels
Hoffmann Optik | Kaufmann Optik
Petterson Marine | Patterson Marine
Schneider Pumpen | Schröder Pumpen
Castellano Olive Oil | Castellano Motor Oil
Brighton Glassworks | Brighton Brickworks
Harrington Textiles | Warrington Textiles
Fitzgerald Realty | Fitzpatrick Realty
Consolidated Papers | Consolidated Pipes
Liberty Aerospace | Liberty Tax
Constellation Yachts | Consolation Yachts
Whitfield Ceramics | Whitmore Ceramics
Blackwood Timber | Blackwell Timber
Blackwood Timber | Backwood Timber
Marine Supply | Martine Supply
Marina Hotels | Martina Hotels
Carmel Foods | Caramel Foods
Martin Tools | Marlin Tools
Morgan Legal | Morgan Regal
Harper Books | Harder Books
Parker Pens | Barker Pens
Walker Tiles | Waller Tiles
Miller Grain | Milner Grain
Turner Media | Tanner Media
Cooper Trucks | Copper Trucks
Hudson Bay | Judson Bay
Preston Glass | Weston Glass
Clayton Homes | Dayton Homes
`

export type LabelledPair = { a: string; b: string; isSame: boolean }

const read = (lines: string, isSame: boolean): LabelledPair[] =>
  lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [a, b] = line.split(' | ') as [string, string]
      return { a, b, isSame }
    })

export const overlapPairs: LabelledPair[] = [...read(same, true), ...read(different, false)]
