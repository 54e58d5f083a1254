import { expect, test } from 'vitest'
import { findCountryCode, formatAddress } from './addresses.ts'
import { countryCodes, getCountryName } from './countries.ts'
import { languageCodes } from './document-languages.ts'

const nothing = { address: null, city: null, state: null, zipCode: null, country: null }

/** As libaddressinput's data and the postal services of these countries order them. */
const examples: [country: string, address: string, city: string, state: string | null, zipCode: string, lines: string[]][] = [
  ['Switzerland', 'Bahnhofstrasse 1', 'Zürich', null, '8001', ['Bahnhofstrasse 1', '8001 Zürich', 'Switzerland']],
  ['Deutschland', 'Markt 2', 'Bonn', null, '53111', ['Markt 2', '53111 Bonn', 'Deutschland']],
  ['France', '10 rue de Rivoli', 'Paris', null, '75001', ['10 rue de Rivoli', '75001 Paris', 'France']],
  ['日本', '丸の内1-1', '千代田区', '東京都', '100-0005', ['〒100-0005', '東京都千代田区', '丸の内1-1', '日本']],
  ['USA', '1 Main St', 'Springfield', 'IL', '62701', ['1 Main St', 'Springfield, IL 62701', 'USA']],
  ['United States', '5th Ave 1', 'New York', 'New York', '10001', ['5th Ave 1', 'New York, New York 10001', 'United States']],
  ['United Kingdom', '10 Downing St', 'London', null, 'SW1A 2AA', ['10 Downing St', 'London', 'SW1A 2AA', 'United Kingdom']],
  ['Canada', '24 Sussex Dr', 'Ottawa', 'ON', 'K1M 1M4', ['24 Sussex Dr', 'Ottawa ON K1M 1M4', 'Canada']],
  ['Australia', '1 George St', 'Sydney', 'NSW', '2000', ['1 George St', 'Sydney NSW 2000', 'Australia']],
  ['India', '7 MG Road', 'Mumbai', 'Maharashtra', '400001', ['7 MG Road', 'Mumbai 400001', 'Maharashtra', 'India']],
  ['Brasil', 'Av. Paulista 1', 'São Paulo', 'SP', '01310-100', ['Av. Paulista 1', 'São Paulo-SP', '01310-100', 'Brasil']],
  ['España', 'Calle Mayor 1', 'Madrid', 'Madrid', '28013', ['Calle Mayor 1', '28013 Madrid', 'España']],
  ['Italia', 'Via Roma 1', 'Torino', 'TO', '10121', ['Via Roma 1', '10121 Torino TO', 'Italia']],
  ['Nederland', 'Dam 1', 'Amsterdam', null, '1012 JS', ['Dam 1', '1012 JS Amsterdam', 'Nederland']],
  ['Österreich', 'Graben 1', 'Wien', null, '1010', ['Graben 1', '1010 Wien', 'Österreich']],
  ['Sweden', 'Kungsgatan 1', 'Stockholm', null, '111 43', ['Kungsgatan 1', '111 43 Stockholm', 'Sweden']],
  ['Poland', 'Nowy Świat 1', 'Warszawa', null, '00-496', ['Nowy Świat 1', '00-496 Warszawa', 'Poland']],
  ['Nigeria', '1 Broad St', 'Lagos', 'Lagos', '100221', ['1 Broad St', 'Lagos 100221', 'Nigeria']],
  ['Ireland', '1 Dame St', 'Dublin', 'Co. Dublin', 'D02 X285', ['1 Dame St', 'Dublin', 'Co. Dublin', 'D02 X285', 'Ireland']],
  ['中国', '长安街1号', '东城区', '北京市', '100006', ['100006', '北京市东城区', '长安街1号', '中国']],
  ['Mexico', 'Reforma 1', 'Ciudad de México', 'CDMX', '06500', ['Reforma 1', '06500 Ciudad de México, CDMX', 'Mexico']],
  ['South Korea', '1 Sejong-daero', 'Jongno-gu', 'Seoul', '03154', ['Seoul Jongno-gu', '1 Sejong-daero', '03154', 'South Korea']],
]

test.each(examples)('an address in %s has the order of its country', (country, address, city, state, zipCode, lines) => {
  expect(formatAddress({ country, address, city, state, zipCode })).toEqual(lines)
})

test('a country is known by its code and by its names in all languages of documents', () => {
  for (const language of languageCodes)
    for (const code of countryCodes) {
      const found = findCountryCode(getCountryName(code, language))
      // In a few languages two countries have one name.
      if (found !== code) expect(getCountryName(found!, language), language).toBe(getCountryName(code, language))
    }
  expect(['ch', ' GB ', 'usa', 'U.S.A.', 'uk', 'côte d’ivoire', 'Wonderland', '', null].map(findCountryCode)).toEqual([
    ...['CH', 'GB', 'US', 'US', 'GB', 'CI'],
    ...[null, null, null],
  ])
})

test('an address that names no country is one of the home country, and without one it keeps the usual order', () => {
  const bonn = { ...nothing, address: 'Markt 2', city: 'Bonn', zipCode: '53111' }
  expect(formatAddress(bonn, 'DE')).toEqual(['Markt 2', '53111 Bonn'])
  expect(formatAddress({ ...bonn, countryCode: 'DE' })).toEqual(['Markt 2', '53111 Bonn'])
  expect(formatAddress(bonn)).toEqual(['Markt 2', 'Bonn, 53111'])
  expect(formatAddress({ ...bonn, country: 'Wonderland' }, 'DE')).toEqual(['Markt 2', 'Bonn, 53111', 'Wonderland'])
})

test('no part is lost where the format of the country has no place for it', () => {
  expect(formatAddress({ ...nothing, address: '1 Quay', city: 'Dubai', state: 'DU', zipCode: '12345', country: 'UAE' })).toEqual([
    '1 Quay',
    'Dubai, DU 12345',
    'UAE',
  ])
  expect(formatAddress({ ...nothing, city: 'Berlin', state: 'BE', zipCode: '10115', country: 'Germany' })).toEqual([
    'Berlin, BE 10115',
    'Germany',
  ])
})

test('empty parts leave no empty line and no separator', () => {
  expect(formatAddress(nothing)).toEqual([])
  expect(formatAddress({ ...nothing, country: 'France' })).toEqual(['France'])
  expect(formatAddress({ ...nothing, zipCode: '8001', country: 'CH' })).toEqual(['8001', 'CH'])
  expect(formatAddress({ ...nothing, state: 'IL', country: 'USA' })).toEqual(['IL', 'USA'])
  expect(formatAddress({ ...nothing, address: 'c/o Ada\nMarkt 2\n', city: 'Bonn', zipCode: '53111', country: 'DE' })).toEqual([
    'c/o Ada',
    'Markt 2',
    '53111 Bonn',
    'DE',
  ])
})
