### Cities & Knights in words. What is called the same in Catan stands in catan.ftl.

## Words

## Table
