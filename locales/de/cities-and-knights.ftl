### Städte & Ritter in Worten. Was bei Catan genauso heißt, steht in catan.ftl.

## Words

## Table
