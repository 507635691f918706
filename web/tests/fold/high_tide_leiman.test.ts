import { testFold } from './play';

testFold('high_tide_leiman');
