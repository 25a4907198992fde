import { everyThird, playedRows } from "./played.ts";

playedRows("Faults, part 1 of 3", everyThird(0));
