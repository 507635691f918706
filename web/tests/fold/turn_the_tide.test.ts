import { testFold } from './play';

testFold('turn_the_tide');
